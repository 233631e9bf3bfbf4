/** OpenID Connect RP-Initiated Logout 1.0 §2: the `id_token_hint` of a logout request, and the errors of logout requests. */

import type { JsonObject } from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** The claims of the hint that matter: the session, and the client the ID token was issued to. */
export interface LogoutHint {
  readonly sub: string;
  readonly sid: string;
  readonly aud: readonly string[];
}

/** Why a logout request is rejected. */
export type LogoutRejection =
  | { readonly reason: "hint_missing" }
  | { readonly reason: "hint_unverified" }
  | { readonly reason: "hint_of_another_issuer"; readonly iss: unknown }
  | { readonly reason: "hint_of_the_future"; readonly iat: unknown }
  | { readonly reason: "hint_incomplete"; readonly claim: string }
  | { readonly reason: "client_unknown"; readonly aud: readonly string[] }
  | { readonly reason: "redirect_uri_not_registered"; readonly uri: string };

/** Checks the claims of a hint (undefined when its signature is invalid). An expired ID token is accepted (§2). */
export function parseLogoutHint(
  claims: JsonObject | undefined,
  { issuer, now }: { readonly issuer: string; readonly now: number },
): Result<LogoutHint, LogoutRejection> {
  if (claims === undefined) return err({ reason: "hint_unverified" });
  const { iss, iat, sub, sid } = claims;
  if (iss !== issuer) return err({ reason: "hint_of_another_issuer", iss });
  if (typeof iat !== "number" || iat > now) return err({ reason: "hint_of_the_future", iat });
  if (typeof sid !== "string" || sid === "")
    return err({ reason: "hint_incomplete", claim: "sid" });
  if (typeof sub !== "string" || sub === "")
    return err({ reason: "hint_incomplete", claim: "sub" });
  return ok({ sub, sid, aud: audienceOf(claims) });
}

/** The error that is shown to the user: there is no verified client to send it to. It quotes nothing of the request. */
export function describeLogoutRejection(rejection: LogoutRejection): OAuthError {
  const reason = `logout_${rejection.reason}`;
  return { error: "invalid_request", error_description: describeReason(rejection), reason };
}

function describeReason(rejection: LogoutRejection): string {
  switch (rejection.reason) {
    case "hint_missing":
      return "A post_logout_redirect_uri requires the parameter id_token_hint, or the client_id of a client.";
    case "hint_unverified":
      return "The id_token_hint is not a valid ID token of this server.";
    case "hint_of_another_issuer":
      return "The id_token_hint was issued by another issuer.";
    case "hint_of_the_future":
      return "The claim iat of the id_token_hint is missing or in the future.";
    case "hint_incomplete":
      return `The claim ${rejection.claim} of the id_token_hint is missing.`;
    case "client_unknown":
      return "The client of the id_token_hint does not exist.";
    case "redirect_uri_not_registered":
      return "The post_logout_redirect_uri is not registered for the client. Add exactly this URI to the client's post_logout_redirect_uris.";
  }
}

/** RFC 7519 §4.1.3: one string or a list. */
function audienceOf({ aud }: JsonObject): readonly string[] {
  const list: unknown[] = Array.isArray(aud) ? aud : [aud];
  return list.filter((audience) => typeof audience === "string");
}
