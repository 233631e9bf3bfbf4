/** OpenID Connect Core §8.1, Registration §5: clients with the same sector identifier get the same pairwise `sub`. */

import { quote } from "../oauth/oauth-error.ts";
import type { RejectionOf, Rejections } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** Why a `sector_identifier_uri` is rejected. */
export type SectorIdentifierRejection = RejectionOf<typeof sectorIdentifierRejections>;

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

/** RFC 7591 §3.2.2. */
export const sectorIdentifierRejections = {
  document_malformed: {
    name: null,
    error: "invalid_client_metadata",
    description: "The document at sector_identifier_uri must be a JSON array of redirect URIs.",
  },
  redirect_uri_not_listed: {
    name: null,
    error: "invalid_client_metadata",
    description: ({ redirect_uri }: { redirect_uri: string }) =>
      `The document at sector_identifier_uri must list the redirect URI ${quote(redirect_uri)}.`,
  },
} satisfies Rejections;
