/** OpenID Connect Core §8.1, Registration §5: clients with the same sector identifier get the same pairwise `sub`. */

import { type OAuthError, quote } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Why a `sector_identifier_uri` is rejected. */
export type SectorIdentifierRejection =
  | { readonly reason: "document_malformed" }
  | { readonly reason: "redirect_uri_not_listed"; readonly redirect_uri: string };

/** The document at `sector_identifier_uri` must list every redirect URI of the client; otherwise any client could join the sector. */
export function verifySectorIdentifier(
  document: unknown,
  redirect_uris: readonly string[],
): Result<void, SectorIdentifierRejection> {
  if (!Array.isArray(document) || document.length === 0)
    return err({ reason: "document_malformed" });

  const listed = new Set<unknown>(document);
  const redirect_uri = redirect_uris.find((uri) => !listed.has(uri));
  return redirect_uri === undefined
    ? ok(undefined)
    : err({ reason: "redirect_uri_not_listed", redirect_uri });
}

/** RFC 7591 §3.2.2: the error response. */
export function describeSectorIdentifierRejection(
  rejection: SectorIdentifierRejection,
): OAuthError {
  switch (rejection.reason) {
    case "document_malformed":
      return {
        error: "invalid_client_metadata",
        error_description:
          "The document at sector_identifier_uri must be a JSON array of redirect URIs.",
      };
    case "redirect_uri_not_listed":
      return {
        error: "invalid_client_metadata",
        error_description: `The document at sector_identifier_uri must list the redirect URI ${quote(rejection.redirect_uri)}.`,
      };
  }
}
