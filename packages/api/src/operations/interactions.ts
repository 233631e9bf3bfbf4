import type { CompletedRequest } from "../completed-request.ts";
import type { AcceptConsentRequest, ConsentRequest } from "../consent-request.ts";
import type { AcceptLoginRequest, LoginRequest } from "../login-request.ts";
import type { LogoutRequest } from "../logout-request.ts";
import type { RejectRequest } from "../reject-request.ts";
import type { Table } from "./operation.ts";

interface LoginChallenge {
  /** Names the login request: the browser brought it. */
  login_challenge: string;
}

interface ConsentChallenge {
  /** Names the consent request: the browser brought it. */
  consent_challenge: string;
}

interface LogoutChallenge {
  /** Names the logout request: the browser brought it. */
  logout_challenge: string;
}

/** The handoffs to the login, consent and logout providers. */
export interface InteractionOperations {
  /** Shows a login request to the login provider. */
  getLoginRequest: { input: LoginChallenge; output: LoginRequest };
  /** Tells who logged in, and where to send the browser next. */
  acceptLoginRequest: {
    input: LoginChallenge & { body?: AcceptLoginRequest };
    output: CompletedRequest;
  };
  /** Tells why nobody logged in, and where to send the browser next. */
  rejectLoginRequest: {
    input: LoginChallenge & { body?: RejectRequest };
    output: CompletedRequest;
  };
  /** Shows a consent request to the consent provider. */
  getConsentRequest: { input: ConsentChallenge; output: ConsentRequest };
  /** Tells what the client may have, and where to send the browser next. */
  acceptConsentRequest: {
    input: ConsentChallenge & { body?: AcceptConsentRequest };
    output: CompletedRequest;
  };
  /** Tells why the client may have nothing, and where to send the browser next. */
  rejectConsentRequest: {
    input: ConsentChallenge & { body?: RejectRequest };
    output: CompletedRequest;
  };
  /** Shows a logout request to the logout provider. */
  getLogoutRequest: { input: LogoutChallenge; output: LogoutRequest };
  /** Confirms a logout, and tells where to send the browser next. */
  acceptLogoutRequest: { input: LogoutChallenge; output: CompletedRequest };
  /** Calls a logout off; the provider chooses what happens next. */
  rejectLogoutRequest: {
    input: LogoutChallenge & { body?: RejectRequest };
    output: undefined;
  };
}

/** How they travel. */
export const interactionOperations: Table<InteractionOperations> = {
  getLoginRequest: {
    tag: "admin",
    method: "GET",
    path: "/oauth2/auth/requests/login",
    query: ["login_challenge"],
    success: 200,
    errors: [400, 404, 409, 500],
    access: "read",
    summary: "Shows a login request to the login provider.",
  },
  acceptLoginRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/login/accept",
    query: ["login_challenge"],
    body: "json",
    success: 200,
    errors: [400, 401, 404, 500],
    access: "write",
    summary: "Tells who logged in, and where to send the browser next.",
  },
  rejectLoginRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/login/reject",
    query: ["login_challenge"],
    body: "json",
    success: 200,
    errors: [400, 401, 404, 500],
    access: "write",
    summary: "Tells why nobody logged in, and where to send the browser next.",
  },
  getConsentRequest: {
    tag: "admin",
    method: "GET",
    path: "/oauth2/auth/requests/consent",
    query: ["consent_challenge"],
    success: 200,
    errors: [404, 409, 500],
    access: "read",
    summary: "Shows a consent request to the consent provider.",
  },
  acceptConsentRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/consent/accept",
    query: ["consent_challenge"],
    body: "json",
    success: 200,
    errors: [404, 500],
    access: "write",
    summary: "Tells what the client may have, and where to send the browser next.",
  },
  rejectConsentRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/consent/reject",
    query: ["consent_challenge"],
    body: "json",
    success: 200,
    errors: [404, 500],
    access: "write",
    summary: "Tells why the client may have nothing, and where to send the browser next.",
  },
  getLogoutRequest: {
    tag: "admin",
    method: "GET",
    path: "/oauth2/auth/requests/logout",
    query: ["logout_challenge"],
    success: 200,
    errors: [404, 500],
    access: "read",
    summary: "Shows a logout request to the logout provider.",
  },
  acceptLogoutRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/logout/accept",
    query: ["logout_challenge"],
    success: 200,
    errors: [404, 500],
    access: "write",
    summary: "Confirms a logout, and tells where to send the browser next.",
  },
  rejectLogoutRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/logout/reject",
    query: ["logout_challenge"],
    body: "json",
    success: 204,
    errors: [404, 500],
    access: "write",
    summary: "Calls a logout off; the provider chooses what happens next.",
  },
};
