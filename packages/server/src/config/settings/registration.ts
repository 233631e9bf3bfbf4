import { statementIssuer } from "../address-kinds.ts";
import { lifespanOrNone } from "../duration.ts";
import { boolean, list, oneOf, scope, text } from "../kinds.ts";
import { setting } from "../setting.ts";

/** By default, what a client may request that no operator has registered. */
export const scopeOfUnknownClients: readonly string[] = [
  "openid",
  "offline_access",
  "offline",
  "profile",
  "email",
];

/** RFC 7591 and RFC 7592: clients that register themselves. */
export const registrationSettings = {
  "oauth2.registration.mode": setting(
    oneOf(["off", "token", "open"]),
    "off",
    "Which clients may register themselves: none (off), those with an initial access token (token), or all (open).",
  ),
  "oauth2.registration.allowed_scope": setting(
    list(scope),
    scopeOfUnknownClients,
    "The scopes that a client which registers itself may have, unless its initial access token names others. It has all of them if it names none.",
  ),
  "oauth2.registration.allowed_grant_types": setting(
    list(text),
    ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    "The grant types that a client which registers itself may have. Others that it names are left out.",
  ),
  "oauth2.registration.private_use_schemes": setting(
    list(text),
    ["cursor", "vscode", "vscode-insiders"],
    "Schemes of redirect URIs that native clients may register beside those with a dot, such as com.example.app.",
  ),
  "oauth2.registration.unused_lifespan": setting(
    lifespanOrNone,
    "24h",
    "How long a client is kept that registered itself without an initial access token and gets no token; 0 for ever.",
  ),
  "oauth2.registration.software_statement.issuers": setting(
    list(statementIssuer),
    [],
    "The issuers whose software statements are trusted: each with issuer, and jwks_uri or jwks_path.",
  ),
  "oauth2.registration.software_statement.required": setting(
    boolean,
    false,
    "Requires a software statement of every client that registers itself.",
  ),
};
