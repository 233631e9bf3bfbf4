import { hostPattern, url } from "../../config/address-kinds.ts";
import { lifespan, lifespanOrNone } from "../../config/duration.ts";
import {
  audience,
  boolean,
  integer,
  type Kind,
  list,
  oneOf,
  scope,
  text,
} from "../../config/kinds.ts";
import type { Problem } from "../../config/problem.ts";
import { type ConfigOf, reloadable, setting, unset } from "../../config/setting.ts";
import type { Config } from "../../config/settings.ts";
import { err, ok } from "../../result.ts";

/** An issuer of software statements: RFC 7591 §2.3. Its keys are at a URL or in a file. */
export type StatementIssuer =
  | { readonly issuer: string; readonly jwks_uri: string }
  | { readonly issuer: string; readonly jwks_path: string };

/** `{ issuer, jwks_uri }` or `{ issuer, jwks_path }`. */
const statementIssuer: Kind<StatementIssuer> = {
  name: "an object with issuer, and jwks_uri or jwks_path",
  parse: (value) => {
    const { issuer: named, jwks_uri, jwks_path, ...others } = entriesOf(value);
    const isKnown = typeof named === "string" && named !== "" && Object.keys(others).length === 0;
    if (isKnown && jwks_path === undefined && url.parse(jwks_uri).ok)
      return ok({ issuer: named, jwks_uri: String(jwks_uri) });
    if (isKnown && jwks_uri === undefined && typeof jwks_path === "string" && jwks_path !== "")
      return ok({ issuer: named, jwks_path });
    return err(
      "must be an object with issuer and either jwks_uri, a URL, or jwks_path, a file: {issuer: https://directory.example, jwks_uri: https://directory.example/jwks.json}",
    );
  },
};

/** Settings files give maps, programs give objects. */
function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value instanceof Map) return Object.fromEntries(value);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The setting that limits how many clients are stored that no operator registered. */
export const STRANGERS = "limits.strangers.clients";

/** By default, what a client may request that no operator has registered. */
const scopeOfUnknownClients: readonly string[] = [
  "openid",
  "offline_access",
  "offline",
  "profile",
  "email",
];

/** Clients that register themselves, and clients whose `client_id` is the URL of their description. */
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
  "oauth2.client_id_metadata_documents.enabled": setting(
    boolean,
    false,
    "Accepts an https URL as client_id and fetches the description of the client from there, as MCP clients expect. The security profile mcp does so too.",
  ),
  "oauth2.client_id_metadata_documents.allowed_hosts": setting(
    list(hostPattern),
    [],
    "The only hosts that such a client_id may have; *.example.com means all below example.com. Every host when empty.",
  ),
  "oauth2.client_id_metadata_documents.denied_hosts": setting(
    list(hostPattern),
    [],
    "Hosts that such a client_id must not have, even if they are allowed.",
  ),
  "oauth2.client_id_metadata_documents.scope": setting(
    list(scope),
    scopeOfUnknownClients,
    "The scopes that such a client may request; its document can only narrow them.",
  ),
  "oauth2.client_id_metadata_documents.audience": setting(
    list(audience),
    [],
    "The audiences that such a client may request.",
  ),
  "oauth2.client_id_metadata_documents.min_cache_time": setting(
    lifespan,
    "5m",
    "How long a document is used at least before it is fetched again, whatever its Cache-Control says.",
  ),
  "oauth2.client_id_metadata_documents.max_cache_time": setting(
    lifespan,
    "24h",
    "How long a document is used at most, if its Cache-Control or Expires allows it.",
  ),
  "limits.rate.registrations": setting(
    integer(0, 1_000_000),
    20,
    "Clients that one address may register in a minute without an initial access token, counted by all processes of a server together; 0 for no limit.",
    reloadable,
  ),
  "limits.rate.client_id_metadata_documents": setting(
    integer(0, 1_000_000),
    30,
    "Client ID metadata documents that are fetched from one origin in a minute, counted by all processes of a server together; 0 for no limit.",
  ),
  "limits.client_id_metadata_documents.bytes": setting(
    integer(1_024, 262_144),
    5_120,
    "The maximum size of a client ID metadata document.",
  ),
  [STRANGERS]: setting(
    integer(0, 10_000_000),
    100_000,
    "How many clients may be stored that no operator registered: those that registered themselves without an initial access token, and those of client ID metadata documents, on all servers of a database together. Further ones get a 503 until some expire or are deleted; 0 for no limit.",
  ),
  "limits.registration.body_bytes": setting(
    integer(1_024, 262_144),
    32_768,
    "The maximum size of the description of a client that registers itself.",
    reloadable,
  ),
  "webfinger.oidc_discovery.client_registration_url": unset(
    url,
    "Overrides registration_endpoint in the discovery document, or adds it where oauth2.registration.mode is off.",
  ),
};

/** The settings of the core with those of this feature. */
export type RegistrationConfig = Config & ConfigOf<typeof registrationSettings>;

/** Problems between settings that are each valid. */
export function checkRegistration(config: RegistrationConfig): readonly Problem[] {
  return [findMissingIssuers(config), findUnorderedTimes(config)].filter(
    (one) => one !== undefined,
  );
}

function findMissingIssuers(config: RegistrationConfig): Problem | undefined {
  const key = "oauth2.registration.software_statement.issuers";
  const required = "oauth2.registration.software_statement.required";
  if (!config[required] || config[key].length > 0) return undefined;
  const message = `must not be empty, because ${required} is on: name the issuers whose statements are trusted`;
  return { key, message };
}

function findUnorderedTimes(config: RegistrationConfig): Problem | undefined {
  const key = "oauth2.client_id_metadata_documents.min_cache_time";
  const longest = "oauth2.client_id_metadata_documents.max_cache_time";
  if (config[key] <= config[longest]) return undefined;
  return { key, message: `must not be longer than ${longest}: lower one or raise the other` };
}
