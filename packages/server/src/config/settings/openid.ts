import { signingAlgorithms } from "../../oauth/algorithms.ts";
import { protocolScopes } from "../../oauth/scope.ts";
import { boolean, integer, list, oneOf, secret, text } from "../kinds.ts";
import { setting, unset } from "../setting.ts";

/** What OpenID Connect leaves to a server. */
export const openidSettings = {
  "oidc.subject_identifiers.supported_types": setting(
    list(oneOf(["public", "pairwise"])),
    ["public"],
    "The supported subject types: one sub for all clients (public), or one per sector (pairwise).",
  ),
  "oidc.subject_identifiers.pairwise.salt": unset(
    secret,
    "The salt of pairwise subject identifiers: 8 characters or more. Changing it changes every pairwise sub.",
  ),
  "oidc.dynamic_client_registration.default_scope": setting(
    list(text),
    protocolScopes,
    "The scope of a client that was created without one.",
  ),
  "oidc.rsa_bits": setting(
    integer(2048, 8192),
    2048,
    "The size of generated RSA keys; with 4096 bits a signature takes about seven times as long.",
  ),
  "oidc.id_token_signed_response_alg": setting(
    oneOf(signingAlgorithms),
    "RS256",
    "The algorithm of ID tokens, unless the client specifies it.",
  ),
  "oidc.encryption.enabled": setting(
    boolean,
    false,
    "Accepts encrypted request objects, and publishes the server's encryption keys with its other public keys.",
  ),
  "oidc.ml_dsa.enabled": setting(
    boolean,
    false,
    "Offers the post-quantum signatures ML-DSA-44, ML-DSA-65 and ML-DSA-87 to clients, which choose them by their algorithm fields.",
  ),
  "oidc.acr_values_required": setting(
    boolean,
    false,
    "Requires logins to have one of the requested authentication levels (acr_values), which are a preference otherwise. Clients can require it for themselves.",
  ),
  "oidc.logout_ends_tokens": setting(
    oneOf(["none", "online", "all"]),
    "none",
    "Which tokens end when the user signs out of the login session in which they were granted: none, those without offline access (online), or all. Clients can choose for themselves.",
  ),
  "oidc.rat_claim": setting(
    boolean,
    false,
    "Adds rat, the time of the authorization request, to ID tokens and userinfo.",
  ),
};
