/** Security profiles: sets of rules that a server or a client can be held to. */

import type { profileNames } from "@latchkey/api";

/** `compatible` has no rules of its own: the server behaves as its settings say. */
export type ProfileName = (typeof profileNames)[number];

/** A profile that has rules. */
export type StrictProfile = Exclude<ProfileName, "compatible">;

/** The documents that the clauses of a profile are in. */
export const profileDocuments: Readonly<Record<StrictProfile, string>> = {
  "oauth2.1": "OAuth 2.1",
  mcp: "MCP Authorization",
  fapi2: "FAPI 2.0 Security Profile",
  "fapi2-message-signing": "FAPI 2.0 Message Signing",
};

/** The profile of a client: its own, else that of the server. */
export function profileOf(
  client: { readonly security_profile?: ProfileName | undefined },
  server_profile: ProfileName,
): ProfileName {
  return client.security_profile ?? server_profile;
}

/** What a profile changes without refusing anything. */
export interface ProfileTraits {
  /** The longest life of an authorization code, in seconds. */
  readonly max_code_lifespan: number;
  /** How long ago the `nbf` of a request object may be, and how long after it its `exp`, in seconds, where it must be signed. */
  readonly max_request_object_lifetime: number;
  /** Whether a refresh token is replaced when it is used. Else the client keeps it, and its access tokens stay valid, too. */
  readonly rotates_refresh_tokens: boolean;
  /** Whether the scope of a refresh request narrows the new access token, RFC 6749 §6. */
  readonly narrows_refreshed_scope: boolean;
  /** Whether URLs are accepted as client ids. */
  readonly accepts_metadata_documents: boolean;
  /** Whether a client that may refresh gets a refresh token without asking for `offline_access`. */
  readonly refreshes_without_offline_access: boolean;
  /** Whether a client assertion must have the issuer, and nothing else, as its audience. */
  readonly assertions_for_issuer_only: boolean;
  /** The algorithms of request objects and DPoP proofs. Without it all that are supported, and request objects may be unsigned. */
  readonly accepted_algorithms?: readonly string[];
  /** Whether a consent app may grant scopes and audiences that were not requested, as in Hydra. */
  readonly grants_beyond_request: boolean;
  /** Whether userinfo that is not signed has `iss`, `aud` and `iat`, and discovery names of client metadata, as in Hydra. */
  readonly describes_as_hydra: boolean;
  /** Whether a request may have several parameters `scope`, which are one list. */
  readonly repeats_scope: boolean;
  /** Whether authorization responses have the granted scope, as in Hydra v1. */
  readonly scope_in_responses: boolean;
}

/** FAPI 2.0 Security Profile §5.4.1: the algorithms of all JWTs. */
export const fapiAlgorithms: readonly string[] = ["PS256", "ES256", "EdDSA"];

const plain: ProfileTraits = {
  max_code_lifespan: Infinity,
  max_request_object_lifetime: Infinity,
  rotates_refresh_tokens: true,
  narrows_refreshed_scope: false,
  accepts_metadata_documents: false,
  refreshes_without_offline_access: false,
  assertions_for_issuer_only: false,
  grants_beyond_request: true,
  describes_as_hydra: true,
  repeats_scope: true,
  scope_in_responses: true,
};
const oauth21: ProfileTraits = {
  ...plain,
  narrows_refreshed_scope: true,
  grants_beyond_request: false,
  describes_as_hydra: false,
  repeats_scope: false, // RFC 6749 §3.1, §3.2
};
const fapi2: ProfileTraits = {
  ...oauth21,
  max_code_lifespan: 60, // FAPI 2.0 Security Profile §5.3.2.1
  max_request_object_lifetime: 3_600, // FAPI 2.0 Message Signing §5.3.1
  rotates_refresh_tokens: false, // FAPI 2.0 Security Profile §5.3.2.1
  assertions_for_issuer_only: true, // FAPI 2.0 Security Profile §5.3.2.1
  accepted_algorithms: fapiAlgorithms,
  scope_in_responses: false,
};

const traits: Readonly<Record<ProfileName, ProfileTraits>> = {
  compatible: plain,
  "oauth2.1": oauth21,
  mcp: { ...oauth21, accepts_metadata_documents: true, refreshes_without_offline_access: true },
  fapi2,
  "fapi2-message-signing": fapi2,
};

/** What a profile changes. */
export function traitsOf(profile: ProfileName): ProfileTraits {
  return traits[profile];
}

/** Those of the supported algorithms that a profile allows. */
export function acceptedAlgorithms(
  profile: ProfileName,
  supported: readonly string[],
): readonly string[] {
  const { accepted_algorithms } = traitsOf(profile);
  return accepted_algorithms === undefined
    ? supported
    : supported.filter((alg) => accepted_algorithms.includes(alg));
}

/** The algorithm with which the server signs under a profile: this one, or ES256 where the profile does not allow it. */
export function signingAlgorithmUnder<Alg extends string>(
  profile: ProfileName,
  alg: Alg,
): Alg | "ES256" {
  return acceptedAlgorithms(profile, [alg]).length > 0 ? alg : "ES256"; // FAPI 2.0 Security Profile §5.4.1
}
