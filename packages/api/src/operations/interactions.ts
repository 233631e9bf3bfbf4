import { completedRequest, rejectRequest } from "../interactions/answer.ts";
import { acceptConsentRequest, consentRequest } from "../interactions/consent.ts";
import { acceptLoginRequest, loginRequest } from "../interactions/login.ts";
import { logoutRequest } from "../interactions/logout.ts";
import { required } from "../objects.ts";
import { nonEmpty } from "../values.ts";
import { consentSteps, stepByChallenge } from "./inspect.ts";
import { hydraOperation } from "./kinds.ts";
import type { Operation } from "./operation.ts";

const login_challenge = required(nonEmpty, "Identifies the login request: the browser brought it.");
const consent_challenge = required(
  nonEmpty,
  "Identifies the consent request: the browser brought it.",
);
const logout_challenge = required(
  nonEmpty,
  "Identifies the logout request: the browser brought it.",
);

export const interactionOperations = {
  getLoginRequest: {
    ...hydraOperation,
    method: "GET",
    path: "/oauth2/auth/requests/login",
    inputs: { login_challenge },
    success: 200,
    response: loginRequest,
    errors: [400, 404, 409, 500],
    access: "read",
    inspect: {
      ...stepByChallenge("login_challenge"),
      step: {
        name: "login_fetched",
        refused: "login_not_shown",
        sentence: "The login app reads the request",
        contents: "the request",
      },
    },
    title: "Get a login request",
    summary: "Returns a login request to the login app.",
  },
  acceptLoginRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/login/accept",
    inputs: { login_challenge },
    body: "json",
    request: acceptLoginRequest,
    success: 200,
    response: completedRequest,
    errors: [400, 401, 404, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("login_challenge"),
      step: {
        name: "login_accepted",
        refused: "login_answer_not_taken",
        sentence: null,
        refused_sentence: "The login app answers the request",
        contents: "the URL to return to",
      },
    },
    title: "Accept a login request",
    summary: "Reports who logged in, and returns where to send the browser next.",
  },
  rejectLoginRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/login/reject",
    inputs: { login_challenge },
    body: "json",
    request: rejectRequest,
    success: 200,
    response: completedRequest,
    errors: [400, 401, 404, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("login_challenge"),
      step: {
        name: "login_rejected",
        refused: "login_answer_not_taken",
        sentence: "The login app rejects the request",
        refused_sentence: "The login app answers the request",
        contents: "the URL to return to",
      },
    },
    title: "Reject a login request",
    summary: "Reports why the login failed, and returns where to send the browser next.",
  },
  getConsentRequest: {
    ...hydraOperation,
    method: "GET",
    path: "/oauth2/auth/requests/consent",
    inputs: { consent_challenge },
    success: 200,
    response: consentRequest,
    errors: [404, 409, 500],
    access: "read",
    inspect: { ...stepByChallenge("consent_challenge"), step: consentSteps.fetched },
    title: "Get a consent request",
    summary: "Returns a consent request to the consent app.",
  },
  acceptConsentRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/consent/accept",
    inputs: { consent_challenge },
    body: "json",
    request: acceptConsentRequest,
    success: 200,
    response: completedRequest,
    errors: [404, 500],
    access: "write",
    inspect: { ...stepByChallenge("consent_challenge"), step: consentSteps.accepted },
    title: "Accept a consent request",
    summary:
      "Grants scopes and audiences to the client, and returns where to send the browser next.",
  },
  rejectConsentRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/consent/reject",
    inputs: { consent_challenge },
    body: "json",
    request: rejectRequest,
    success: 200,
    response: completedRequest,
    errors: [404, 500],
    access: "write",
    inspect: { ...stepByChallenge("consent_challenge"), step: consentSteps.rejected },
    title: "Reject a consent request",
    summary: "Reports why the consent was denied, and returns where to send the browser next.",
  },
  getLogoutRequest: {
    ...hydraOperation,
    method: "GET",
    path: "/oauth2/auth/requests/logout",
    inputs: { logout_challenge },
    success: 200,
    response: logoutRequest,
    errors: [404, 500],
    access: "read",
    inspect: {
      ...stepByChallenge("logout_challenge", "logout"),
      step: {
        name: "logout_fetched",
        refused: "logout_not_shown",
        sentence: "The logout app reads the request",
        contents: "the request",
      },
    },
    title: "Get a logout request",
    summary: "Returns a logout request to the logout app.",
  },
  acceptLogoutRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/logout/accept",
    inputs: { logout_challenge },
    success: 200,
    response: completedRequest,
    errors: [404, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("logout_challenge", "logout"),
      step: {
        name: "logout_accepted",
        refused: "logout_answer_not_taken",
        sentence: "The logout app accepts the request",
        refused_sentence: "The logout app answers the request",
        contents: "the URL to return to",
      },
    },
    title: "Accept a logout request",
    summary: "Confirms a logout, and returns where to send the browser next.",
  },
  rejectLogoutRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/logout/reject",
    inputs: { logout_challenge },
    body: "json",
    body_may_be_form: true,
    request: rejectRequest,
    success: 204,
    errors: [404, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("logout_challenge", "logout"),
      step: {
        name: "logout_rejected",
        refused: "logout_answer_not_taken",
        sentence: "The logout app rejects the request",
        refused_sentence: "The logout app answers the request",
        contents: null,
      },
    },
    title: "Reject a logout request",
    summary: "Cancels a logout; the logout app decides what happens next.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
