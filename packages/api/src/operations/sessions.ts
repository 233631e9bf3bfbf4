import type { EndSessionRequest, Navigation } from "../authorization-request.ts";
import type { PreviousConsentSession } from "../session.ts";
import type { Page, Table } from "./operation.ts";

interface Subject {
  /** Who, as the login provider said. */
  subject: string;
}

interface Extent {
  /** The `client_id` of the one client. */
  client?: string;
  /** Every client there is. */
  all?: boolean;
}

/** What is remembered of a subject, and the way out. */
export interface SessionOperations {
  /** Lists what a subject has consented to, newest first, a page at a time. */
  listSubjectConsentSessions: {
    input: Subject & Page;
    output: readonly PreviousConsentSession[];
  };
  /** Revokes a subject's consents to one client or to all, and the tokens that came of them. Asks for a `client`, or for `all`. */
  revokeConsentSessions: {
    input: Subject & Extent;
    output: undefined;
  };
  /** Forgets every browser a subject is logged in with; tokens live on. */
  revokeAuthenticationSession: { input: Subject; output: undefined };
  /** Starts and completes logout, and notifies clients by front and back channel. */
  disconnectUser: { input: EndSessionRequest; output: Navigation };
}

/** How they travel. */
export const sessionOperations: Table<SessionOperations> = {
  listSubjectConsentSessions: {
    tag: "admin",
    method: "GET",
    path: "/oauth2/auth/sessions/consent",
    query: ["subject", "limit", "offset"],
    success: 200,
    errors: [400, 500],
    access: "read",
    summary: "Lists what a subject has consented to, newest first, a page at a time.",
  },
  revokeConsentSessions: {
    tag: "admin",
    method: "DELETE",
    path: "/oauth2/auth/sessions/consent",
    query: ["subject", "client", "all"],
    success: 204,
    errors: [400, 404, 500],
    access: "write",
    summary:
      "Revokes a subject's consents to one client or to all, and the tokens that came of them.",
  },
  revokeAuthenticationSession: {
    tag: "admin",
    method: "DELETE",
    path: "/oauth2/auth/sessions/login",
    query: ["subject"],
    success: 204,
    errors: [400, 404, 500],
    access: "write",
    summary: "Forgets every browser a subject is logged in with; tokens live on.",
  },
  disconnectUser: {
    tag: "public",
    method: "GET",
    path: "/oauth2/sessions/logout",
    query: ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "logout_verifier"],
    success: 302,
    errors: [],
    access: "open",
    summary: "Starts and completes logout, and notifies clients by front and back channel.",
  },
};
