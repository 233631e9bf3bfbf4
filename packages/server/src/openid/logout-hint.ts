import type { JsonObject } from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** What an ID token of ours tells the logout: which session, and which client was told of it. */
export interface LogoutHint {
  readonly sub: string;
  readonly sid: string;
  readonly aud: readonly string[];
}

/** Why nobody is logged out. */
export type LogoutRejection =
  | { readonly reason: "hint_missing" }
  | { readonly reason: "hint_unverified" }
  | { readonly reason: "hint_of_another_issuer"; readonly iss: unknown }
  | { readonly reason: "hint_of_the_future"; readonly iat: unknown }
  | { readonly reason: "hint_incomplete"; readonly claim: string }
  | { readonly reason: "client_unknown"; readonly aud: readonly string[] }
  | { readonly reason: "redirect_uri_not_registered"; readonly uri: string };

/** Reads the claims of a hint; undefined when its signature did not verify. That it expired does not matter (§2). */
export function readLogoutHint(
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

/** What the person is told, since there is no client to tell. It quotes nothing of the request. */
export function describeLogoutRejection(rejection: LogoutRejection): OAuthError {
  const reason = `logout_${rejection.reason}`;
  return { error: "invalid_request", error_description: sentence(rejection), reason };
}

function sentence(rejection: LogoutRejection): string {
  switch (rejection.reason) {
    case "hint_missing":
      return "The parameter post_logout_redirect_uri needs an id_token_hint beside it.";
    case "hint_unverified":
      return "The id_token_hint is not an ID token of this server.";
    case "hint_of_another_issuer":
      return "The id_token_hint comes from another issuer.";
    case "hint_of_the_future":
      return "The id_token_hint does not say when it was issued, or says that it was in the future.";
    case "hint_incomplete":
      return `The id_token_hint lacks the claim ${rejection.claim}.`;
    case "client_unknown":
      return "The client that the id_token_hint was issued to is not known.";
    case "redirect_uri_not_registered":
      return "The post_logout_redirect_uri is not registered for the client.";
  }
}

/** RFC 7519 §4.1.3: one text, or a list of them. */
function audienceOf({ aud }: JsonObject): readonly string[] {
  const list: unknown[] = Array.isArray(aud) ? aud : [aud];
  return list.filter((audience) => typeof audience === "string");
}
