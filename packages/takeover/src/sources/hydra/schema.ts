import { SourceError } from "../../source.ts";
import { clientColumns } from "./client.ts";

export interface Schema {
  /** For people: "1.9". */
  readonly version: string;
  readonly generation: 1 | 2;
  readonly tables: Tables;
  readonly notes: readonly string[];
}

export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/** The last migration of 1.11, and of 26.2: 14 digits, with which longer ones are compared. */
const LAST_OF_ONE = "20220328111500";
const LAST_KNOWN = "20251202130532";

const TOKEN_COLUMNS = [
  "signature",
  "request_id",
  "requested_at",
  "client_id",
  "granted_scope",
  "form_data",
  "session_data",
  "subject",
  "active",
  "granted_audience",
  "challenge_id",
];

const COMMON: Readonly<Record<string, readonly string[]>> = {
  hydra_client: clientColumns,
  hydra_jwk: ["sid", "kid", "keydata", "created_at"],
  hydra_oauth2_access: TOKEN_COLUMNS,
  hydra_oauth2_refresh: TOKEN_COLUMNS,
  hydra_oauth2_code: TOKEN_COLUMNS,
  hydra_oauth2_oidc: TOKEN_COLUMNS,
  hydra_oauth2_pkce: TOKEN_COLUMNS,
  hydra_oauth2_authentication_session: ["id", "authenticated_at", "subject", "remember"],
  hydra_oauth2_logout_request: ["challenge", "verifier", "subject", "sid", "was_used", "accepted"],
  hydra_oauth2_obfuscated_authentication_session: ["subject", "client_id", "subject_obfuscated"],
  hydra_oauth2_jti_blacklist: ["signature", "expires_at"],
};

const OF_ONE: Readonly<Record<string, readonly string[]>> = {
  hydra_oauth2_authentication_request: ["challenge", "verifier", "csrf", "login_session_id"],
  hydra_oauth2_authentication_request_handled: ["challenge", "subject", "was_used", "context"],
  hydra_oauth2_consent_request: ["challenge", "verifier", "csrf", "login_challenge", "context"],
  hydra_oauth2_consent_request_handled: ["challenge", "granted_scope", "was_used", "handled_at"],
};

const OF_TWO: Readonly<Record<string, readonly string[]>> = {
  hydra_oauth2_flow: [
    "login_challenge",
    "consent_challenge_id",
    "consent_remember",
    "consent_remember_for",
    "state",
    "nid",
  ],
  hydra_oauth2_trusted_jwt_bearer_issuer: ["id", "issuer", "key_set", "key_id", "expires_at"],
  networks: ["id"],
};

/** Which version wrote the database. Throws where it is none that can be read. */
export function recogniseSchema(tables: Tables, migrations: readonly string[]): Schema {
  if (!tables.has("hydra_client") || !tables.has("hydra_jwk")) {
    throw new SourceError(
      "This is not a database of Ory Hydra: it has no tables hydra_client and hydra_jwk.",
    );
  }
  const last =
    migrations
      .map((version) => version.slice(0, 14))
      .toSorted()
      .at(-1) ?? "";
  const hasOne = tables.has("hydra_oauth2_consent_request_handled");
  const hasTwo = tables.has("hydra_oauth2_flow");
  if (last === "") throw halfMigrated("its table schema_migration names no migration");
  if (hasOne && hasTwo) throw halfMigrated("it has the tables of 1.x and of 2.x");
  if (!hasOne && !hasTwo) throw halfMigrated("it has neither the tables of 1.x nor those of 2.x");
  if (hasOne && last > LAST_OF_ONE) {
    throw halfMigrated(`it has the tables of 1.x, and has begun with migration ${last}`);
  }
  if (hasTwo && last <= LAST_OF_ONE) {
    throw halfMigrated(`it has the tables of 2.x, and stands at migration ${last} of 1.x`);
  }
  checkColumns(tables, { ...COMMON, ...(hasOne ? OF_ONE : OF_TWO) });
  const notes = checkNewest(tables, last);
  return { version: versionOf(tables, hasOne), generation: hasOne ? 1 : 2, tables, notes };
}

/** Client secrets that were rotated are the one change after 26.2 that is known. */
function checkNewest(tables: Tables, last: string): readonly string[] {
  if (last <= LAST_KNOWN) return [];
  if (tables.get("hydra_client")?.has("rotated_secrets") === true) {
    return [
      `The database was written by a version after 26.2 (migration ${last}): compare what was carried with care.`,
    ];
  }
  throw new SourceError(
    `The database was written by a version of Ory Hydra that is not known yet: its last migration is ${last}, the last known one ${LAST_KNOWN}.`,
  );
}

function checkColumns(tables: Tables, required: Readonly<Record<string, readonly string[]>>): void {
  for (const [table, columns] of Object.entries(required)) {
    const present = tables.get(table);
    if (present === undefined) throw halfMigrated(`the table ${table} is missing`);
    const missing = columns.find((column) => !present.has(column));
    if (missing !== undefined) {
      throw new SourceError(
        `The schema of the database is not known: the table ${table} has no column ${missing}. Versions 1.9 to 26 of Ory Hydra can be read; bring an older one up to date with its own migrations first.`,
      );
    }
  }
}

function halfMigrated(why: string): SourceError {
  return new SourceError(
    `The database of Ory Hydra is half migrated: ${why}. Finish the migration with "hydra migrate sql", or take a copy from before it.`,
  );
}

function versionOf(tables: Tables, isOne: boolean): string {
  if (isOne) {
    if (tables.has("hydra_oauth2_trusted_jwt_bearer_issuer")) return "1.11";
    return "1.9";
  }
  if (tables.has("hydra_oauth2_device_auth_codes")) return "26";
  if (tables.get("hydra_oauth2_refresh")?.has("first_used_at") === true) return "2.3";
  return "2.x";
}
