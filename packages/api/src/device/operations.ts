import * as v from "valibot";
import { navigation } from "../authorization.ts";
import { completedRequest } from "../interactions/answer.ts";
import { required } from "../objects.ts";
import { stepOf } from "../operations/inspect.ts";
import { browserPage, clientOperation, hydraOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { nonEmpty } from "../values.ts";
import {
  acceptUserCodeRequest,
  deviceAuthorizationRequest,
  deviceAuthorizationResponse,
  deviceVerificationParameters,
  rejectUserCodeRequest,
  userCodeRequest,
} from "./schemas.ts";

const device_challenge = required(
  nonEmpty,
  "Identifies the browser that enters a user code, which brought it.",
);

export const deviceOperations = {
  oAuth2DeviceFlow: {
    ...clientOperation,
    method: "POST",
    path: "/oauth2/device/auth",
    body: "form",
    request: deviceAuthorizationRequest,
    body_required: true,
    success: 200,
    response: deviceAuthorizationResponse,
    errors: [400, 401, 429, 500],
    authentication: "client_basic",
    cors: "none",
    stores_before_authentication: true,
    assertion_audience: false,
    dpop: false,
    discovery: {
      name: "device_authorization_endpoint",
      replaced_by: "webfinger.oidc_discovery.device_authorization_url",
      mtls_alias: true,
    },
    inspect: stepOf("authorization", {
      name: "device_asked",
      refused: "device_refused",
      sentence: "A device asks for a user code",
      contents: "the codes",
      outcome: "under_way",
      headline: "The device displays a user code.",
    }),
    title: "Authorize a device",
    summary: "Starts the authorization of a device that has no browser.",
    description:
      "The device displays the user code, and requests its tokens with the device code: RFC 8628.",
  },
  performOAuth2DeviceVerificationFlow: {
    ...browserPage,
    tag: "public",
    method: "GET",
    path: "/oauth2/device/verify",
    inputs: deviceVerificationParameters,
    success: 302,
    response: navigation,
    errors: [400, 401, 403, 429, 500],
    stores_before_authentication: false,
    discovery: null,
    inspect: stepOf(
      "authorization",
      {
        name: "after_user_code",
        refused: null,
        sentence: "The browser returns from the page for user codes",
        contents: null,
        outcome: "under_way",
        headline: "The browser was redirected to the login app.",
      },
      {
        handles: [["device_verifier", "device_verifier"]],
      },
    ),
    title: "Verify a device",
    summary: "Sends the browser to the page for user codes, and from there to login.",
  },
  getUserCodeRequest: {
    ...hydraOperation,
    method: "GET",
    path: "/oauth2/auth/requests/device",
    inputs: {
      device_challenge,
      user_code: required(v.string(), "The code that the user typed."),
    },
    success: 200,
    response: userCodeRequest,
    errors: [400, 404, 429, 500],
    access: "read",
    inspect: stepOf("authorization", {
      name: "user_code_fetched",
      refused: "user_code_not_shown",
      sentence: "The page for user codes looks a code up",
      contents: "the request",
      outcome: "under_way",
      headline: "The user entered the code of the device.",
    }),
    title: "Get a user code request",
    summary: "Returns what stands behind a user code, so that the user can confirm it.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
  acceptUserCodeRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/device/accept",
    inputs: { device_challenge },
    body: "json",
    request: acceptUserCodeRequest,
    body_required: true,
    success: 200,
    response: completedRequest,
    errors: [400, 404, 429, 500],
    access: "write",
    inspect: stepOf("authorization", {
      name: "user_code_accepted",
      refused: "user_code_answer_not_taken",
      sentence: "The page for user codes accepts a code",
      refused_sentence: "The page for user codes answers",
      contents: "the URL to return to",
      outcome: "under_way",
      headline: "The user confirmed the code; the browser is returning.",
    }),
    title: "Accept a user code request",
    summary: "Accepts a user code, and returns where to send the browser to sign in.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
  rejectUserCodeRequest: {
    ...hydraOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/device/reject",
    inputs: { device_challenge },
    body: "json",
    request: rejectUserCodeRequest,
    body_required: true,
    success: 200,
    response: completedRequest,
    errors: [400, 404, 429, 500],
    access: "write",
    inspect: stepOf("authorization", {
      name: "user_code_rejected",
      refused: "user_code_answer_not_taken",
      sentence: "The page for user codes rejects a code",
      refused_sentence: "The page for user codes answers",
      contents: "the URL to return to",
      outcome: "refused",
      headline: "The user does not know the device.",
    }),
    title: "Reject a user code request",
    summary: "Denies the device of a user code, and returns where to send the browser next.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
