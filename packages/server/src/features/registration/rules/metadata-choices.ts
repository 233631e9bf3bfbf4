/** OpenID Connect Relying Party Metadata Choices 1.0: a client names several values it supports, and the server chooses one. */

import type { JsonObject } from "@latchkey/api";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../result.ts";

/** §2: each list of supported values, and the field that gets the chosen one. */
const choices = {
  subject_types_supported: "subject_type",
  token_endpoint_auth_methods_supported: "token_endpoint_auth_method",
  token_endpoint_auth_signing_alg_values_supported: "token_endpoint_auth_signing_alg",
  id_token_signing_alg_values_supported: "id_token_signed_response_alg",
  userinfo_signing_alg_values_supported: "userinfo_signed_response_alg",
  request_object_signing_alg_values_supported: "request_object_signing_alg",
} as const;

type ChosenField = (typeof choices)[keyof typeof choices];

/** RFC 7591 §2: lists of which the server keeps what it supports. */
const lists = ["grant_types", "response_types"] as const;

/** What the server supports, the preferred value first. A field without an entry is left as the client sent it. */
export type MetadataAbilities = {
  readonly [Field in ChosenField | (typeof lists)[number]]?: readonly string[];
};

/** A field of whose values the server supports none. */
export interface MetadataChoiceRejection {
  readonly field: string;
}

/**
 * Replaces each list of choices by one value: the client's preference (§3, the single-valued field beside the list) if it is
 * supported, else the first value that the server prefers. Grant types and response types that are not supported are dropped.
 * Values of another type are left for the validation that follows.
 */
export function chooseMetadata(
  given: JsonObject,
  abilities: MetadataAbilities,
): Result<JsonObject, MetadataChoiceRejection> {
  const chosen = new Map(Object.entries(given));
  for (const [plural, field] of Object.entries(choices)) {
    const offered = stringsOf(given[plural]);
    chosen.delete(plural);
    const supported = abilities[field];
    if (offered === undefined || supported === undefined) continue;
    const value = chooseValue(given[field], offered, supported);
    if (value === undefined) return err({ field: plural });
    chosen.set(field, value);
  }
  for (const field of lists) {
    const offered = stringsOf(given[field]);
    const supported = abilities[field];
    if (offered === undefined || supported === undefined) continue;
    const kept = offered.filter((value) => supported.includes(value));
    if (kept.length === 0) return err({ field });
    chosen.set(field, kept);
  }
  return ok(Object.fromEntries(chosen));
}

function chooseValue(
  preferred: unknown,
  offered: readonly string[],
  supported: readonly string[],
): string | undefined {
  return (
    supported.find((value) => value === preferred) ??
    supported.find((value) => offered.includes(value))
  );
}

/** Undefined for an empty list, and for everything that is no list of strings. */
function stringsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === "string") ? value : undefined;
}

/** §3: the error response to a registration. */
export function describeMetadataChoiceRejection({ field }: MetadataChoiceRejection): OAuthError {
  return {
    error: "invalid_client_metadata",
    error_description: `None of the values in ${field} is supported. The discovery document lists the supported ones.`,
  };
}
