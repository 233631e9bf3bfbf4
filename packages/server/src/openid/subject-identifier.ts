/** OpenID Connect Core §8: the name a client knows a person under. */

import { hash } from "node:crypto";
import type { JsonObject } from "@latchkey/api";
import type { ClientMetadata } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** What makes a name. */
export interface SubjectIdentifierFacts {
  readonly client: Pick<ClientMetadata, "subject_type" | "sector_identifier_uri" | "redirect_uris">;
  readonly subject: string;
  /** `force_subject_identifier`: the login provider chose the pairwise name itself. */
  readonly forced?: string | undefined;
  /** `oidc.subject_identifiers.pairwise.salt`. */
  readonly salt: string;
}

/** Why a client cannot be given a name for a person. */
export interface SubjectIdentifierRejection {
  readonly reason: "sector_unknown";
  readonly hosts: readonly string[];
}

/** The `sub` of ID tokens and userinfo: the subject itself, or a name that only one sector knows. */
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

/** Whether an `id_token_hint` means the person who goes by one of these names. */
export function hintNames(hint: JsonObject | undefined, names: readonly string[]): boolean {
  return typeof hint?.["sub"] === "string" && names.includes(hint["sub"]);
}

/** What the client is told that has no sector. */
export function describeSubjectIdentifierRejection(
  rejection: SubjectIdentifierRejection,
): OAuthError {
  const found = rejection.hosts.length === 0 ? "none" : rejection.hosts.join(", ");
  return {
    error: "invalid_request",
    error_description: `A pairwise client needs a sector_identifier_uri, or redirect URIs of one host. It has: ${found}.`,
  };
}

/** §8.1: clients that share it see the same name. */
function sectorOf(
  client: SubjectIdentifierFacts["client"],
): Result<string, SubjectIdentifierRejection> {
  if (client.sector_identifier_uri) return ok(client.sector_identifier_uri);

  const hosts = [...new Set(client.redirect_uris.map((uri) => URL.parse(uri)?.host ?? ""))];
  const [host, ...others] = hosts;
  return host && others.length === 0 ? ok(host) : err({ reason: "sector_unknown", hosts });
}
