import type { ClientRecord } from "../../record.ts";
import type { Row } from "../databases/database.ts";
import type { Outcome } from "./chain.ts";
import {
  flag,
  integer,
  isWholeLifespan,
  json,
  lifespan,
  list,
  object,
  optionalText,
  seconds,
  text,
} from "./values.ts";

/** Ory Hydra keeps this many secrets that were replaced. */
const MAX_ROTATED_SECRETS = 5;

const SECRET_METHODS = ["client_secret_basic", "client_secret_post", "client_secret_jwt"];

const TEXTS = ["client_name", "owner", "policy_uri", "tos_uri", "client_uri", "logo_uri", "scope"];
const OPTIONAL_TEXTS = [
  "sector_identifier_uri",
  "jwks_uri",
  "request_object_signing_alg",
  "token_endpoint_auth_signing_alg",
  "frontchannel_logout_uri",
  "backchannel_logout_uri",
  "access_token_strategy",
  "userinfo_signed_response_alg",
];
const LISTS = [
  "redirect_uris",
  "grant_types",
  "response_types",
  "audience",
  "allowed_cors_origins",
  "contacts",
];
const OPTIONAL_LISTS = ["request_uris", "post_logout_redirect_uris"];
const FLAGS = [
  "frontchannel_logout_session_required",
  "backchannel_logout_session_required",
  "skip_consent",
  "skip_logout_consent",
];

/** Lifespans; those of the password grant are left out, which Ory Hydra never had. */
const LIFESPANS = [
  "authorization_code_grant_access_token_lifespan",
  "authorization_code_grant_id_token_lifespan",
  "authorization_code_grant_refresh_token_lifespan",
  "client_credentials_grant_access_token_lifespan",
  "device_authorization_grant_access_token_lifespan",
  "device_authorization_grant_id_token_lifespan",
  "device_authorization_grant_refresh_token_lifespan",
  "implicit_grant_access_token_lifespan",
  "implicit_grant_id_token_lifespan",
  "jwt_bearer_grant_access_token_lifespan",
  "refresh_token_grant_access_token_lifespan",
  "refresh_token_grant_id_token_lifespan",
  "refresh_token_grant_refresh_token_lifespan",
];

/** The columns of a client that every version has. */
export const clientColumns = [
  "id",
  "client_secret",
  ...TEXTS,
  ...LISTS,
  "request_uris",
  "post_logout_redirect_uris",
  "token_endpoint_auth_method",
  "subject_type",
  "sector_identifier_uri",
  "jwks",
  "jwks_uri",
  "metadata",
  "created_at",
  "updated_at",
];

/** Columns that came later. */
export const laterClientColumns = [
  ...OPTIONAL_TEXTS.filter((name) => !clientColumns.includes(name)),
  ...FLAGS,
  ...LIFESPANS,
  "client_secret_expires_at",
  "registration_access_token_signature",
  "rotated_secrets",
];

export function readClient(row: Row): Outcome<ClientRecord> {
  const client_id = text(row["id"]);
  const left_out = LIFESPANS.filter((name) => !isWholeLifespan(row[name])).map((name) => ({
    table: "hydra_client",
    reason:
      "a lifespan of a client is no whole number of seconds, from 1 on: it is rounded up, or left out where it is below 0",
    key: `${client_id} ${name}`,
  }));
  return { record: clientIn(row), left_out };
}

function clientIn(row: Row): ClientRecord {
  const method = text(row["token_endpoint_auth_method"]) || "client_secret_basic";
  const registration = text(row["registration_access_token_signature"]);
  const jwks = object(row["jwks"]);
  const fields = {
    client_id: text(row["id"]),
    ...pick(TEXTS, (name) => text(row[name])),
    ...pick(OPTIONAL_TEXTS, (name) => optionalText(row[name])),
    ...pick(LISTS, (name) => list(row[name])),
    ...pick(OPTIONAL_LISTS, (name) => orUndefined(list(row[name]))),
    ...pick(FLAGS, (name) => (flag(row[name]) ? true : undefined)),
    ...pick(LIFESPANS, (name) => lifespan(row[name])),
    token_endpoint_auth_method: method,
    subject_type: text(row["subject_type"]) || "public",
    client_secret_expires_at: integer(row["client_secret_expires_at"]),
    ...(Array.isArray(jwks["keys"]) && jwks["keys"].length > 0 ? { jwks } : {}),
    metadata: object(row["metadata"]),
    created_at: isoTime(row["created_at"]),
    updated_at: isoTime(row["updated_at"]),
  };
  return {
    kind: "client",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The fields of a client, which are checked when it is written.
    client: fields as unknown as ClientRecord["client"],
    secret_hashes: SECRET_METHODS.includes(method) ? secretHashes(row) : [],
    ...(registration === "" ? {} : { registration_token: { signature: registration } }),
    created_at: seconds(row["created_at"]) ?? 0,
    updated_at: seconds(row["updated_at"]) ?? 0,
  };
}

/** The newest first. */
function secretHashes(row: Row): readonly string[] {
  const rotated = json(row["rotated_secrets"]);
  const earlier = Array.isArray(rotated) ? rotated.filter((hash) => typeof hash === "string") : [];
  return [text(row["client_secret"]), ...earlier.slice(0, MAX_ROTATED_SECRETS)].filter(Boolean);
}

function pick(
  names: readonly string[],
  read: (name: string) => unknown,
): Readonly<Record<string, unknown>> {
  const entries = names.map((name) => [name, read(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function orUndefined(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

function isoTime(cell: Row[string] | undefined): string {
  return new Date((seconds(cell) ?? 0) * 1000).toISOString().replace(".000Z", "Z");
}
