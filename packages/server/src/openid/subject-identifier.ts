/** OpenID Connect Core §8: subject identifiers, public and pairwise. */

import { hash } from "node:crypto";
import type { JsonObject } from "@latchkey/api";
import type { ClientMetadata } from "../oauth/client.ts";
import type { RejectionOf, Rejections } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** The client, the user and the settings that apply. */
export interface SubjectIdentifierFacts {
  readonly client: Pick<ClientMetadata, "subject_type" | "sector_identifier_uri" | "redirect_uris">;
  readonly subject: string;
  /** `force_subject_identifier`: the pairwise identifier, chosen by the login provider. */
  readonly forced?: string | undefined;
  /** `oidc.subject_identifiers.pairwise.salt`. */
  readonly salt: string;
}

/** A pairwise client without a sector identifier. */
export type SubjectIdentifierRejection = RejectionOf<typeof subjectIdentifierRejections>;

/** The `sub` of ID tokens and userinfo: the subject itself, or a pairwise identifier of the client's sector. */
export function subjectIdentifier({
  client,
  subject,
  forced,
  salt,
}: SubjectIdentifierFacts): Result<string, SubjectIdentifierRejection> {
  if (client.subject_type !== "pairwise") return ok(subject);
  if (forced) return ok(forced);

  const sector = sectorOf(client);
  return sector.ok ? ok(hash("sha256", `${sector.value}${subject}${salt}`)) : sector; // §8.1
}

/** Whether the `sub` of an `id_token_hint` is one of these subjects. */
export function hintMatches(hint: JsonObject | undefined, subjects: readonly string[]): boolean {
  return typeof hint?.["sub"] === "string" && subjects.includes(hint["sub"]);
}

/**
 * RFC 8693 §2.2.2 has the same code for a token exchange: without a sector, a JWT could only have the subject itself, which a
 * pairwise client must not learn.
 */
export const subjectIdentifierRejections = {
  sector_unknown: {
    name: null,
    error: "invalid_request",
    description: ({ hosts }: { hosts: readonly string[] }) =>
      `The client has the subject_type pairwise, and no sector from which its sub for the user could be derived: register a sector_identifier_uri, or redirect URIs of a single host. Hosts of its redirect URIs: ${hosts.length === 0 ? "none" : hosts.join(", ")}.`,
  },
} satisfies Rejections;

/** §8.1: the sector identifier. Clients with the same one get the same `sub`. */
function sectorOf(
  client: SubjectIdentifierFacts["client"],
): Result<string, SubjectIdentifierRejection> {
  if (client.sector_identifier_uri) return ok(client.sector_identifier_uri);

  const hosts = [...new Set(client.redirect_uris.map((uri) => URL.parse(uri)?.host ?? ""))];
  const [host, ...others] = hosts;
  return host && others.length === 0 ? ok(host) : err({ reason: "sector_unknown", hosts });
}
