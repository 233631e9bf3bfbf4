/** OpenID Connect RP-Initiated Logout 1.0 §2: the `id_token_hint` of a logout request, and the errors of logout requests. */

import type { JsonObject } from "@latchkey/api";
import { defineRejections, type RejectionOf } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** The claims of the hint that matter: the session, and the client the ID token was issued to. */
export interface LogoutHint {
  readonly sub: string;
  readonly sid: string;
  readonly aud: readonly string[];
}

/** Why a logout request is rejected. */
export type LogoutRejection = RejectionOf<typeof logoutRejections>;

/** Checks the claims of a hint (undefined when its signature is invalid). An expired ID token is accepted (§2). */
export function parseLogoutHint(
  claims: JsonObject | undefined,
  { issuer, now }: { readonly issuer: string; readonly now: number },
): Result<LogoutHint, LogoutRejection> {
  if (claims === undefined) return err({ reason: "logout_hint_unverified" });
  const { iss, iat, sub, sid } = claims;
  if (iss !== issuer) return err({ reason: "logout_hint_of_another_issuer" });
  if (typeof iat !== "number" || iat > now) return err({ reason: "logout_hint_of_the_future" });
  if (typeof sid !== "string" || sid === "")
    return err({ reason: "logout_hint_incomplete", claim: "sid" });
  if (typeof sub !== "string" || sub === "")
    return err({ reason: "logout_hint_incomplete", claim: "sub" });
  return ok({ sub, sid, aud: audienceOf(claims) });
}

/** They are shown to the user: there is no verified client to send them to. They quote nothing of the request. */
export const logoutRejections = defineRejections("invalid_request", {
  logout_hint_missing: {
    description:
      "A post_logout_redirect_uri requires the parameter id_token_hint, or the client_id of a client.",
    reference: "OpenID Connect RP-Initiated Logout §2",
    fix: "Send the ID token of the user as id_token_hint, or the client_id.",
  },
  logout_hint_unverified: {
    description: "The id_token_hint is not a valid ID token of this server.",
  },
  logout_hint_of_another_issuer: { description: "The id_token_hint was issued by another issuer." },
  logout_hint_of_the_future: {
    description: "The claim iat of the id_token_hint is missing or in the future.",
  },
  logout_hint_incomplete: {
    description: ({ claim }: { claim: string }) =>
      `The claim ${claim} of the id_token_hint is missing.`,
  },
  logout_client_unknown: { description: "The client of the id_token_hint does not exist." },
  logout_redirect_uri_not_registered: {
    description:
      "The post_logout_redirect_uri is not registered for the client. Add exactly this URI to the client's post_logout_redirect_uris.",
    reference: "OpenID Connect RP-Initiated Logout §3.1",
    fix: "Add the post_logout_redirect_uri to the client's post_logout_redirect_uris.",
  },
});

/** RFC 7519 §4.1.3: one string or a list. */
function audienceOf({ aud }: JsonObject): readonly string[] {
  const list: unknown[] = Array.isArray(aud) ? aud : [aud];
  return list.filter((audience) => typeof audience === "string");
}
