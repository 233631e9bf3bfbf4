/** Why an operator does not get a token for a user. RFC 8693 §2.2.2: what is not acceptable is an `invalid_request`. */

import { quote } from "../../../oauth/oauth-error.ts";
import { defineRejections, type RejectionOf } from "../../../oauth/rejection.ts";

export type SupportRejection = RejectionOf<typeof supportRejections>;

export const MAX_REASON = 200;

const SECTION = "RFC 8693 §2.2.2";

export const supportRejections = defineRejections("invalid_request", {
  support_client_not_allowed: {
    error: "unauthorized_client",
    description: "The client may not get tokens for users by name. Set its support_access.",
    reference: SECTION,
    fix: "An administrator sets support_access of the client.",
  },
  support_reason_missing: {
    description: "Send the parameter reason, once: why the operator acts for the user.",
    reference: SECTION,
    fix: "Ask the operator for a reason, and send it as the parameter reason. The user reads it.",
  },
  support_reason_invalid: {
    description: `The reason must have at most ${MAX_REASON} characters, and no control characters.`,
    reference: SECTION,
    fix: "Send a short text in one line, such as the number of the ticket.",
  },
  support_actor_missing: {
    description: "Send the access token of the operator as actor_token.",
    reference: "RFC 8693 §2.1",
    fix: "Present the access token that this client got when the operator signed in as actor_token.",
  },
  support_actor_not_signed_in: {
    description:
      "The actor_token must be an access token that the client got when the operator signed in.",
    because:
      "ID tokens, tokens of other clients or issuers, tokens of the client itself and exchanged tokens do not show that the operator uses this client.",
    reference: "RFC 8693 §2.1",
    fix: "Sign the operator in with this client, and present the access token of that.",
  },
  support_actor_is_subject: {
    description: "The subject_token names the operator of the actor_token.",
    reference: SECTION,
    fix: "Use the operator's own access token.",
  },
  support_actor_without_right: {
    description:
      "The user of the actor_token may not act for users. An administrator allows it: latchkey operators update --acts-for-users.",
    reference: SECTION,
    fix: "An administrator sets acts_for_users of the operator.",
  },
  support_actor_inactive: {
    description: "The user of the actor_token has no active account here.",
    reference: SECTION,
    fix: "An administrator can enable the account again.",
  },
  support_subject_unknown: {
    description: ({ subject }: { subject: string }) =>
      `No active account has the subject ${quote(subject)}.`,
    reference: SECTION,
    fix: "Send the sub of a user whose account is not disabled.",
  },
  support_subject_has_role: {
    description: "The subject_token names a user with a role on this server.",
    because: "An operator must not get the rights of another operator by acting for them.",
    reference: SECTION,
    fix: "Act only for users without a role.",
  },
});
