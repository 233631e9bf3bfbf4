import type { Row } from "../databases/database.ts";
import {
  type Chain,
  type ConsentRow,
  type Lifespans,
  readChain,
  readMachineToken,
  type TokenRow,
} from "./chain.ts";
import { consentOfOne, consentOfTwo } from "./consent.ts";
import {
  allOf,
  columnsOf,
  type Condition,
  condition,
  countRows,
  createTableReader,
  isIn,
  type Item,
  type KindReader,
  ofTenant,
  type Opened,
} from "./reader.ts";
import { readSessionData } from "./session-data.ts";
import { flag, integer, list, milliseconds, seconds, text } from "./values.ts";

const TABLES = {
  codes: "hydra_oauth2_code",
  refresh_tokens: "hydra_oauth2_refresh",
  access_tokens: "hydra_oauth2_access",
  oidc: "hydra_oauth2_oidc",
  pkce: "hydra_oauth2_pkce",
} as const;

type TokenKind = keyof typeof TABLES;

const TOKEN_COLUMNS = [
  "signature",
  "request_id",
  "challenge_id",
  "client_id",
  "requested_at",
  "granted_scope",
  "granted_audience",
  "form_data",
  "session_data",
  "subject",
  "active",
  "expires_at",
  "first_used_at",
  "used_times",
];

/**
 * Grants: every consent with its codes and tokens, and after those the chains whose consent is gone. Positions begin with `c` for a
 * consent, and with `o` for a chain without one.
 */
export function createGrantReader(opened: Opened, lifespans: Lifespans): KindReader {
  const { database } = opened;
  const consents = consentTable(opened);

  async function selectConsents(filter: Condition, limit?: number): Promise<readonly Row[]> {
    const where = allOf([consents.where, filter]);
    return database.query(
      `SELECT ${consents.columns} FROM ${consents.from} WHERE ${where.sql} ORDER BY ${consents.key}${limit === undefined ? "" : " LIMIT ?"}`,
      limit === undefined ? where.values : [...where.values, limit],
    );
  }

  async function chainsOf(
    ids: readonly string[],
    consentRows: ReadonlyMap<string, Row>,
    isLight: boolean,
  ): Promise<readonly Item[]> {
    if (ids.length === 0) return [];
    const known = new Set(ids);
    const rows = new Map<string, Record<TokenKind, Row[]>>(
      ids.map((id) => [
        id,
        { codes: [], refresh_tokens: [], access_tokens: [], oidc: [], pkce: [] },
      ]),
    );
    for (const kind of tokenKinds) {
      for (const row of await selectTokens(opened, kind, ids, isLight)) {
        const challenge = text(row["challenge_id"]);
        const id = known.has(challenge) ? challenge : text(row["request_id"]);
        rows.get(id)?.[kind].push(row);
      }
    }
    return ids.map((id) =>
      chainItem(opened, consents, id, consentRows.get(id), rows.get(id), lifespans),
    );
  }

  async function pageOfConsents(after: string, limit: number, isLight: boolean) {
    const rows = await selectConsents(
      after === "" ? condition("1 = 1") : condition(`${consents.key} > ?`, after),
      limit,
    );
    const byId = new Map(rows.map((row) => [text(row["id"]), row]));
    const items = await chainsOf([...byId.keys()], byId, isLight);
    return { items, next: rows.length < limit ? "o" : `c${items.at(-1)?.key ?? ""}` };
  }

  async function pageOfOrphans(after: string, limit: number, isLight: boolean) {
    const ids = await selectOrphans(opened, consents, condition("t.request_id > ?", after), limit);
    const items = await chainsOf(ids, new Map(), isLight);
    return { items, next: ids.length < limit ? undefined : `o${ids.at(-1) ?? ""}` };
  }

  async function find(keys: readonly string[]): Promise<readonly Item[]> {
    const rows = await selectConsents(isIn(consents.key, keys));
    const byId = new Map(rows.map((row) => [text(row["id"]), row]));
    const others = keys.filter((key) => !byId.has(key));
    const orphans =
      others.length === 0
        ? []
        : await selectOrphans(opened, consents, isIn("t.request_id", others), others.length);
    return [
      ...(await chainsOf([...byId.keys()], byId, false)),
      ...(await chainsOf(orphans, new Map(), false)),
    ];
  }

  // A chain is of several tables: read in two states, it would have the access token of a refresh without its refresh token.
  return {
    page: (after = "c", limit, isLight) =>
      database.snapshot(() =>
        after.startsWith("c")
          ? pageOfConsents(after.slice(1), limit, isLight)
          : pageOfOrphans(after.slice(1), limit, isLight),
      ),
    find: async (keys) => (keys.length === 0 ? [] : database.snapshot(() => find(keys))),
    async total() {
      return countRows(database, consents.from, consents.where);
    },
  };
}

/** Access tokens that belong to no chain: of clients that act for themselves, and of assertions. */
export function createTokenReader(opened: Opened, lifespans: Lifespans): KindReader {
  const consents = consentTable(opened);
  const nothing = (table: string): string =>
    `NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.request_id = t.request_id)`;
  return createTableReader(opened, {
    from: `${TABLES.access_tokens} t`,
    columns: columnsOf(opened, TABLES.access_tokens, "t", TOKEN_COLUMNS),
    key: ["signature"],
    where: condition(
      `(t.challenge_id IS NULL OR t.challenge_id = '') AND ${nothing(TABLES.refresh_tokens)} AND ${nothing(TABLES.codes)} AND ${consents.lacks("t.request_id")}`,
    ),
    client: "client_id",
    read: (row, now, clients) =>
      readMachineToken(tokenRow(opened, "access_tokens", row), { now, clients, lifespans }),
  });
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of the table above.
const tokenKinds = Object.keys(TABLES) as TokenKind[];

interface ConsentTable {
  readonly from: string;
  readonly key: string;
  /** The key is named `id`. */
  readonly columns: string;
  readonly where: Condition;
  /** That there is no consent with the id in a column. */
  lacks(column: string): string;
  read(row: Row): ConsentRow;
}

function consentTable(opened: Opened): ConsentTable {
  return opened.schema.generation === 1 ? consentsOfOne(opened) : consentsOfTwo(opened);
}

function consentsOfOne(opened: Opened): ConsentTable {
  const answers = "hydra_oauth2_consent_request_handled";
  const requests = "hydra_oauth2_consent_request";
  const columns = [
    "h.challenge AS id",
    columnsOf(opened, answers, "h", [
      "granted_scope",
      "granted_at_audience",
      "remember",
      "remember_for",
      "error",
      "requested_at",
      "session_access_token",
      "session_id_token",
      "was_used",
      "handled_at",
    ]),
    columnsOf(
      opened,
      requests,
      "r",
      [
        "challenge",
        "client_id",
        "subject",
        "request_url",
        "skip",
        "requested_scope",
        "requested_at_audience",
        "authenticated_at",
        "oidc_context",
        "forced_subject_identifier",
        "login_session_id",
        "acr",
        "amr",
        "context",
      ],
      "r_",
    ),
  ];
  return {
    from: `${answers} h LEFT JOIN ${requests} r ON r.challenge = h.challenge`,
    key: "h.challenge",
    columns: columns.join(", "),
    where: condition("1 = 1"),
    lacks: (column) => `NOT EXISTS (SELECT 1 FROM ${answers} y WHERE y.challenge = ${column})`,
    read: consentOfOne,
  };
}

function consentsOfTwo(opened: Opened): ConsentTable {
  const flows = "hydra_oauth2_flow";
  // Its generated column `expires_at` fails in some versions of SQLite: it is not among these.
  const columns = columnsOf(opened, flows, "h", [
    "client_id",
    "subject",
    "forced_subject_identifier",
    "login_session_id",
    "granted_scope",
    "granted_at_audience",
    "requested_at",
    "login_authenticated_at",
    "acr",
    "amr",
    "session_access_token",
    "session_id_token",
    "login_error",
    "consent_error",
    "state",
    "consent_was_used",
    "consent_skip",
    "requested_scope",
    "requested_at_audience",
    "oidc_context",
    "request_url",
    "context",
    "consent_remember",
    "consent_remember_for",
    "consent_handled_at",
  ]);
  return {
    from: `${flows} h`,
    key: "h.consent_challenge_id",
    // Of the logins of 1.x an upgrade leaves the user in the session alone.
    columns: `h.consent_challenge_id AS id, ${columns}, (SELECT s.subject FROM hydra_oauth2_authentication_session s WHERE s.id = h.login_session_id) AS session_subject`,
    // Below 6 the flow has not come to its end.
    where: allOf([
      ofTenant(opened, "h"),
      condition("h.consent_challenge_id IS NOT NULL AND (h.state IS NULL OR h.state >= 6)"),
    ]),
    lacks: (column) =>
      `NOT EXISTS (SELECT 1 FROM ${flows} y WHERE y.consent_challenge_id = ${column})`,
    read: consentOfTwo,
  };
}

async function selectTokens(
  opened: Opened,
  kind: TokenKind,
  ids: readonly string[],
  isLight: boolean,
): Promise<readonly Row[]> {
  const table = TABLES[kind];
  const names = isLight ? TOKEN_COLUMNS.filter((name) => name !== "session_data") : TOKEN_COLUMNS;
  const ofChains = condition(
    `${isIn("t.challenge_id", ids).sql} OR ${isIn("t.request_id", ids).sql}`,
    ...ids,
    ...ids,
  );
  const where = allOf([ofTenant(opened, "t"), ofChains]);
  return opened.database.query(
    `SELECT ${columnsOf(opened, table, "t", names)} FROM ${table} t WHERE ${where.sql}`,
    where.values,
  );
}

/** Chains of users whose consent is gone. */
async function selectOrphans(
  opened: Opened,
  consents: ConsentTable,
  filter: Condition,
  limit: number,
): Promise<readonly string[]> {
  const orphaned = condition(
    `${consents.lacks("t.request_id")} AND ${consents.lacks("t.challenge_id")}`,
  );
  const named = condition("t.challenge_id IS NOT NULL AND t.challenge_id <> ''");
  const parts = [TABLES.refresh_tokens, TABLES.codes, TABLES.access_tokens].map((table) => {
    const isAccess = table === TABLES.access_tokens;
    const where = allOf([ofTenant(opened, "t"), filter, orphaned, isAccess ? named : undefined]);
    return condition(
      `SELECT request_id FROM (SELECT DISTINCT t.request_id FROM ${table} t WHERE ${where.sql} ORDER BY t.request_id LIMIT ?) ${table}`,
      ...where.values,
      limit,
    );
  });
  const rows = await opened.database.query(
    `SELECT request_id FROM (${parts.map(({ sql }) => sql).join(" UNION ")}) u ORDER BY request_id LIMIT ?`,
    [...parts.flatMap(({ values }) => values), limit],
  );
  return rows.map((row) => text(row["request_id"]));
}

function chainItem(
  opened: Opened,
  consents: ConsentTable,
  id: string,
  consentRow: Row | undefined,
  rows: Record<TokenKind, Row[]> | undefined,
  lifespans: Lifespans,
): Item {
  const rowsOf = (kind: TokenKind): readonly Row[] => rows?.[kind] ?? [];
  const consent = consentRow === undefined ? undefined : consents.read(consentRow);
  const tokens = tokenKinds.flatMap((kind) => rowsOf(kind).map((row) => ({ kind, row })));
  const client_ids = [consent?.client_id ?? "", ...tokens.map(({ row }) => text(row["client_id"]))];
  return {
    key: id,
    state: [
      ...Object.values(consentRow ?? {}),
      ...tokens.map(({ kind, row }) => tokenState(kind, row)).toSorted(),
    ],
    client_ids: client_ids.filter((client_id) => client_id !== ""),
    read(now, clients) {
      const opening = (kind: TokenKind): readonly TokenRow[] =>
        rowsOf(kind).map((row) => tokenRow(opened, kind, row));
      const chain: Chain = {
        id,
        ...(consent === undefined ? {} : { consent }),
        codes: opening("codes"),
        refresh_tokens: opening("refresh_tokens"),
        access_tokens: opening("access_tokens"),
        oidc: opening("oidc"),
        pkce: opening("pkce"),
      };
      return readChain(chain, { now, clients, lifespans });
    },
  };
}

function tokenState(kind: TokenKind, row: Row): string {
  const { signature, active, first_used_at, used_times } = row;
  const values = [signature, flag(active) ? 1 : 0, first_used_at, used_times].map(text);
  return `${kind} ${values.join(" ")}`;
}

function tokenRow(opened: Opened, kind: TokenKind, row: Row): TokenRow {
  // The rows of OpenID Connect and PKCE are read for their form alone.
  const isOpened = kind !== "oidc" && kind !== "pkce";
  const session = isOpened ? readSessionData(text(row["session_data"]), opened.keys) : undefined;
  const expires_at = seconds(row["expires_at"]);
  const first_used_at = seconds(row["first_used_at"]);
  return {
    table: TABLES[kind],
    signature: text(row["signature"]),
    client_id: text(row["client_id"]),
    subject: text(row["subject"]),
    scope: list(row["granted_scope"]),
    audience: list(row["granted_audience"]),
    form: new URLSearchParams(text(row["form_data"])),
    active: flag(row["active"]),
    requested_at_ms: milliseconds(row["requested_at"]) ?? 0,
    ...(session === undefined ? {} : { session }),
    ...(expires_at === undefined ? {} : { expires_at }),
    ...(first_used_at === undefined ? {} : { first_used_at }),
    ...(text(row["used_times"]) === "" ? {} : { used_times: integer(row["used_times"]) }),
  };
}
