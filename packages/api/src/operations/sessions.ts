import * as v from "valibot";
import { previousConsentSession } from "../interactions/consent.ts";
import { endSessionParameters, navigation } from "../authorization.ts";
import { optional, required } from "../objects.ts";
import { list, nonEmpty } from "../values.ts";
import { stepOf } from "./inspect.ts";
import { browserPage, hydraOperation } from "./kinds.ts";
import { type Operation, page } from "./operation.ts";

const subject = required(nonEmpty, "The subject, as the login app named it.");

export const sessionOperations = {
  listSubjectConsentSessions: {
    ...hydraOperation,
    method: "GET",
    path: "/oauth2/auth/sessions/consent",
    inputs: {
      subject,
      login_session_id: optional(v.string(), "Only those of this login session."),
      ...page,
    },
    success: 200,
    response: list(previousConsentSession),
    errors: [400, 500],
    access: "read",
    role: "viewer",
    title: "List the consents of a subject",
    summary: "Lists what a subject has consented to, newest first, a page at a time.",
  },
  revokeConsentSessions: {
    ...hydraOperation,
    method: "DELETE",
    path: "/oauth2/auth/sessions/consent",
    inputs: {
      subject,
      client: optional(v.string(), "The `client_id` of the one client."),
      all: optional(v.boolean(), "Every client."),
    },
    success: 204,
    errors: [400, 404, 500],
    access: "write",
    role: "operator",
    title: "Revoke consents of a subject",
    summary:
      "Revokes a subject's consents to one client or to all, and the tokens issued from them.",
    description: "Requires a `client`, or `all`.",
  },
  revokeAuthenticationSession: {
    ...hydraOperation,
    method: "DELETE",
    path: "/oauth2/auth/sessions/login",
    inputs: { subject },
    success: 204,
    errors: [400, 404, 500],
    access: "write",
    role: "operator",
    title: "End the login sessions of a subject",
    summary:
      "Ends all login sessions of a subject in every browser; tokens stay valid, unless a setting of the server or of their client ends them.",
  },
  disconnectUser: {
    ...browserPage,
    tag: "public",
    method: "GET",
    also_by_post: true,
    path: "/oauth2/sessions/logout",
    inputs: endSessionParameters,
    success: 302,
    response: navigation,
    errors: [],
    stores_before_authentication: true,
    discovery: { name: "end_session_endpoint", replaced_by: null, mtls_alias: false },
    inspect: stepOf(
      "logout",
      {
        name: "logout",
        refused: null,
        sentence: "A logout is requested",
        contents: null,
        outcome: "under_way",
        headline: "The browser was redirected to the logout app.",
      },
      {
        handles: [["logout_verifier", "logout_verifier"]],
        successes: "all",
        other_steps: [
          {
            parameter: "logout_verifier",
            step: {
              name: "after_logout",
              refused: null,
              sentence: "The browser returns from the logout app",
              contents: null,
              outcome: "granted",
              headline: "The user signed out.",
            },
          },
        ],
      },
    ),
    title: "Log out",
    summary: "Starts and completes logout, and notifies clients by front and back channel.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
