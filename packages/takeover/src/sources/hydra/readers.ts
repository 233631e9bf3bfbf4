import type { RecordKind } from "../../record.ts";
import type { Row } from "../databases/database.ts";
import type { Lifespans } from "./chain.ts";
import { clientColumns, laterClientColumns, readClient } from "./client.ts";
import { readFlowOfOne, readFlowOfTwo } from "./flow.ts";
import { createGrantReader, createTokenReader } from "./grant-reader.ts";
import {
  allOf,
  columnsOf,
  condition,
  createTableReader,
  type Item,
  type KindReader,
  lastPage,
  ofTenant,
  type Opened,
} from "./reader.ts";
import {
  isOtherHalf,
  publishedKid,
  readAssertion,
  readIssuer,
  readKey,
  readLogout,
  readSession,
  readSubject,
} from "./rows.ts";
import { milliseconds, text, writeTime } from "./values.ts";

export interface FlowLifespans extends Lifespans {
  /** Seconds that a login and consent may take. */
  readonly flow: number;
}

/** The reader of each kind. `now` decides which flows are worth a look. */
export function createReader(
  kind: RecordKind,
  opened: Opened,
  lifespans: FlowLifespans,
  now: number,
): KindReader {
  switch (kind) {
    case "client":
      return clients(opened);
    case "key":
      return keys(opened);
    case "issuer":
      return issuers(opened);
    case "session":
      return sessions(opened);
    case "subject":
      return subjects(opened);
    case "grant":
      return createGrantReader(opened, lifespans);
    case "token":
      return createTokenReader(opened, lifespans);
    case "assertion":
      return assertions(opened);
    case "flow":
      return flows(opened, lifespans.flow, now);
    case "logout":
      return logouts(opened);
    case "account":
      return nothing;
  }
}

/** Ory Hydra has no accounts. */
const nothing: KindReader = {
  page: async () => lastPage,
  find: async () => [],
  total: async () => 0,
};

function clients(opened: Opened): KindReader {
  const table = "hydra_client";
  return createTableReader(opened, {
    from: `${table} t`,
    columns: columnsOf(opened, table, "t", [...clientColumns, ...laterClientColumns]),
    key: ["id"],
    read: readClient,
  });
}

/** Few: read at once, in the order of their age within a set. The keys of trusted issuers come with those. */
function keys(opened: Opened): KindReader {
  async function all(): Promise<readonly (Item & Positioned)[]> {
    const hasIssuers = opened.schema.tables.has(ISSUERS);
    const where = allOf([
      ofTenant(opened, "t"),
      hasIssuers
        ? condition(
            `NOT EXISTS (SELECT 1 FROM ${ISSUERS} i WHERE i.key_set = t.sid AND i.key_id = t.kid)`,
          )
        : undefined,
    ]);
    const rows = await opened.database.query(
      `SELECT t.sid, t.kid, t.keydata, t.created_at FROM hydra_jwk t WHERE ${where.sql}`,
      where.values,
    );
    if (opened.schema.generation === 2)
      return rows.map((row) => keyItem(opened, row)).toSorted(byPosition);
    const kids = Map.groupBy(rows, (row) => text(row["sid"]));
    return rows
      .filter((row) => {
        const ofSet = new Set(kids.get(text(row["sid"]))?.map((each) => text(each["kid"])));
        return !isOtherHalf(text(row["kid"]), ofSet);
      })
      .map((row) => keyItem(opened, row))
      .toSorted(byPosition);
  }
  return {
    async page(after, limit) {
      const items = (await all()).filter(({ position }) => after === undefined || position > after);
      const page = items.slice(0, limit);
      return { items: page, next: items.length > limit ? page.at(-1)?.position : undefined };
    },
    async find(wanted) {
      return (await all()).filter(({ key }) => wanted.includes(key));
    },
    async total() {
      return (await all()).length;
    },
  };
}

interface Positioned {
  readonly position: string;
}

function byPosition(one: Positioned, other: Positioned): number {
  return one.position < other.position ? -1 : 1;
}

function keyItem(opened: Opened, row: Row): Item & Positioned {
  const set = text(row["sid"]);
  const stored = text(row["kid"]);
  const kid = opened.schema.generation === 1 ? publishedKid(stored) : stored;
  const age = String(milliseconds(row["created_at"]) ?? 0).padStart(16, "0");
  return {
    key: JSON.stringify([set, kid]),
    position: JSON.stringify([set, age, kid]),
    state: Object.values(row),
    client_ids: [],
    read: () => readKey(row, kid, opened.keys),
  };
}

const ISSUERS = "hydra_oauth2_trusted_jwt_bearer_issuer";

function issuers(opened: Opened): KindReader {
  if (!opened.schema.tables.has(ISSUERS)) return nothing;
  const names = ["id", "issuer", "subject", "scope", "key_id", "created_at", "expires_at"];
  const sameTenant = opened.nid === undefined ? "" : " AND k.nid = t.nid";
  return createTableReader(opened, {
    from: `${ISSUERS} t LEFT JOIN hydra_jwk k ON k.sid = t.key_set AND k.kid = t.key_id${sameTenant}`,
    columns: `${columnsOf(opened, ISSUERS, "t", [...names, "allow_any_subject"])}, k.keydata AS keydata`,
    key: ["id"],
    read: (row, now) => readIssuer(row, opened.keys, now),
  });
}

export const SESSIONS = "hydra_oauth2_authentication_session";

function sessions(opened: Opened): KindReader {
  const names = ["id", "subject", "authenticated_at", "remember", "expires_at"];
  return createTableReader(opened, {
    from: `${SESSIONS} t`,
    columns: columnsOf(opened, SESSIONS, "t", names),
    key: ["id"],
    // Those that were not remembered are most of the table, and of no use.
    where: condition("t.remember AND t.subject <> ''"),
    read: readSession,
  });
}

function subjects(opened: Opened): KindReader {
  const table = "hydra_oauth2_obfuscated_authentication_session";
  return createTableReader(opened, {
    from: `${table} t`,
    columns: columnsOf(opened, table, "t", ["subject", "client_id", "subject_obfuscated"]),
    key: ["subject", "client_id"],
    client: "client_id",
    read: (row, _, existing) => readSubject(row, existing),
  });
}

function assertions(opened: Opened): KindReader {
  const table = "hydra_oauth2_jti_blacklist";
  return createTableReader(opened, {
    from: `${table} t`,
    columns: columnsOf(opened, table, "t", ["signature", "expires_at"]),
    key: ["signature"],
    read: readAssertion,
  });
}

export const LOGOUTS = "hydra_oauth2_logout_request";

function logouts(opened: Opened): KindReader {
  const names = [
    "challenge",
    "verifier",
    "subject",
    "sid",
    "client_id",
    "request_url",
    "redir_url",
    "was_used",
    "accepted",
    "rejected",
    "rp_initiated",
    "expires_at",
    "requested_at",
  ];
  return createTableReader(opened, {
    from: `${LOGOUTS} t`,
    columns: `${columnsOf(opened, LOGOUTS, "t", names)}, EXISTS (SELECT 1 FROM ${SESSIONS} s WHERE s.id = t.sid) AS has_session`,
    key: ["challenge"],
    where: condition("NOT t.was_used AND NOT t.rejected"),
    client: "client_id",
    read: (row, now, existing) => readLogout(row, existing, now),
  });
}

function flows(opened: Opened, lifespan: number, now: number): KindReader {
  const since = writeTime(Math.max(0, now - lifespan));
  return opened.schema.generation === 1
    ? flowsOfOne(opened, lifespan, since)
    : flowsOfTwo(opened, lifespan, since);
}

/** The columns of the four tables of 1.x, under the names of 2.x. */
function flowsOfOne(opened: Opened, lifespan: number, since: string): KindReader {
  const answered = "hydra_oauth2_authentication_request_handled";
  const columns = [
    "t.challenge AS challenge, t.challenge AS login_challenge, t.verifier AS login_verifier, t.csrf AS login_csrf",
    "t.client_id AS client_id, t.request_url AS request_url, t.requested_at AS requested_at, t.skip AS login_skip",
    "t.login_session_id AS login_session_id, t.subject AS subject",
    "h.challenge AS answered, h.subject AS login_subject, h.remember AS login_remember, h.error AS login_error",
    "h.remember_for AS login_remember_for, h.acr AS acr, h.context AS context, h.was_used AS login_was_used",
    "h.forced_subject_identifier AS forced_subject_identifier, h.authenticated_at AS login_authenticated_at",
    columnsOf(opened, answered, "h", ["amr"]),
    "c.challenge AS consent_challenge_id, c.verifier AS consent_verifier, c.csrf AS consent_csrf",
    "a.challenge AS consent_answered, a.granted_scope AS granted_scope, a.granted_at_audience AS granted_at_audience",
    "a.remember AS consent_remember, a.remember_for AS consent_remember_for, a.error AS consent_error",
    "a.handled_at AS consent_handled_at, a.was_used AS consent_was_used",
    "a.session_access_token AS session_access_token, a.session_id_token AS session_id_token",
  ];
  return createTableReader(opened, {
    from: `hydra_oauth2_authentication_request t LEFT JOIN ${answered} h ON h.challenge = t.challenge LEFT JOIN hydra_oauth2_consent_request c ON c.login_challenge = t.challenge LEFT JOIN hydra_oauth2_consent_request_handled a ON a.challenge = c.challenge`,
    columns: columns.join(", "),
    key: ["challenge"],
    where: condition(
      `t.requested_at > ? AND (h.challenge IS NULL OR NOT h.was_used OR (c.challenge IS NOT NULL AND (a.challenge IS NULL OR NOT a.was_used)))`,
      since,
    ),
    client: "client_id",
    read: (row, now, existing) => readFlowOfOne(row, { now, lifespan, clients: existing }),
  });
}

/** Only 2.0 and 2.1 stored flows that had not come to their end. */
function flowsOfTwo(opened: Opened, lifespan: number, since: string): KindReader {
  const table = "hydra_oauth2_flow";
  const names = [
    "login_challenge",
    "login_verifier",
    "login_csrf",
    "client_id",
    "request_url",
    "requested_at",
    "login_skip",
    "login_session_id",
    "subject",
    "state",
    "login_remember",
    "login_remember_for",
    "login_error",
    "acr",
    "amr",
    "context",
    "forced_subject_identifier",
    "login_authenticated_at",
    "consent_challenge_id",
    "consent_verifier",
    "consent_csrf",
    "granted_scope",
    "granted_at_audience",
    "consent_remember",
    "consent_remember_for",
    "consent_error",
    "consent_handled_at",
    "session_access_token",
    "session_id_token",
  ];
  return createTableReader(opened, {
    from: `${table} t`,
    columns: columnsOf(opened, table, "t", names),
    key: ["login_challenge"],
    where: condition(
      "t.state BETWEEN 1 AND 5 AND t.login_verifier IS NOT NULL AND t.requested_at > ?",
      since,
    ),
    client: "client_id",
    read: (row, now, existing) => readFlowOfTwo(row, { now, lifespan, clients: existing }),
  });
}
