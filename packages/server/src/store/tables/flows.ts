import type { Sealer } from "../../crypto/sealed.ts";
import type { Flow } from "../../interaction/flow.ts";
import { userOf } from "../../interaction/login-request.ts";
import type { SessionChange } from "../../interaction/login-session.ts";
import { createLruCache, type LruCache } from "../../lru-cache.ts";
import {
  bytes,
  type Columns,
  id,
  integer,
  optional,
  pick,
  type RowOf,
  table,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup, type Update } from "../database/sql.ts";
import { insertRow, type NewRow, newRow, updateRow } from "../database/statement.ts";
import type { Held } from "../../oauth/ending.ts";
import { type Endings, isKnownActive } from "../endings.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { Flows } from "../port/flow-store.ts";
import {
  answerDocuments,
  atStage,
  type Begun,
  begunDocuments,
  fromStored,
  stages,
  toStored,
} from "./flow-documents.ts";
import { supersede } from "./grants/consents.ts";
import { grantRow } from "./grants/grant-table.ts";
import type { CachedGrant } from "./grants/cached-grant.ts";
import { changeSession, rowsOfChange, visitOf } from "./login-sessions.ts";
import { usePushedRequest } from "./pushed-requests.ts";
import { documentContexts, sealedColumn } from "./sealed-column.ts";

export const flow = table("flow", {
  flow_id: id,
  version: integer,
  /** The flow as it was begun. */
  sealed: bytes,
  /** The latest answers of the providers; null until there are any. */
  answers: optional(bytes),
  /** The steps since those answers (`stages`). */
  stage: integer,
  expires_at: integer,
});

export const sealedFlows = sealedColumn(flow, {
  column: "sealed",
  key: ["flow_id"],
  tokens_end_at: "expires_at",
  contextsOf: ({ flow_id }) => documentContexts(flow_id, "flow"),
});

export const sealedFlowAnswers = sealedColumn(flow, {
  column: "answers",
  key: ["flow_id"],
  contextsOf: ({ flow_id }) => documentContexts(flow_id, "flow answers"),
});

const { columns } = flow;
const byKey = pick(columns, "flow_id");
const begunColumns = pick(columns, "flow_id", "version", "sealed", "expires_at");
const insertion: Insertion<typeof begunColumns> = { table: flow.name, columns: begunColumns };
const readColumns = pick(columns, "version", "sealed", "answers", "stage");
const byId: Lookup<typeof byKey, typeof readColumns> = {
  table: "flow",
  given: byKey,
  returns: readColumns,
};
const versionColumns = pick(columns, "version");
const versionById: Lookup<typeof byKey, typeof versionColumns> = {
  table: "flow",
  given: byKey,
  returns: versionColumns,
};
/** The browser has taken a step. */
const moveColumns = pick(columns, "flow_id", "version", "stage");
const move: Update<typeof moveColumns> = {
  table: flow.name,
  given: moveColumns,
  set: "version = :version + 1, stage = :stage",
  where: "flow.flow_id = :flow_id and flow.version = :version",
};
/** A provider has answered, too. */
const answerColumns = { ...moveColumns, answers: bytes };
const answer: Update<typeof answerColumns> = {
  ...move,
  given: answerColumns,
  set: `${move.set}, answers = :answers`,
};

const FLOWS_CACHED = 4_096;

export function createFlows(
  database: Database,
  sealer: Sealer,
  cached_grants: LruCache<string, CachedGrant>,
  { isEnded }: Pick<Endings, "isEnded">,
): Flows {
  const answers = sealedAnswers(sealer);
  const open = createFlowReader(sealer);
  // Flows as this process last saw them, which saves opening their seals. The version says whether they are up to date.
  const cache = createLruCache<string, Flow>(FLOWS_CACHED);

  const cacheNext = (moved: Flow, won: boolean): boolean => {
    if (won) cache.set(moved.flow_id, { ...moved, version: moved.version + 1 });
    return won;
  };

  const find = async (flow_id: string): Promise<Flow | undefined> => {
    const cached = cache.get(flow_id);
    if (cached !== undefined) {
      const current = await database.find(versionById, { flow_id });
      if (current?.version === cached.version) return cached;
    }
    const row = await database.find(byId, { flow_id });
    const found = row && open(flow_id, row, cached);
    if (found !== undefined) cache.set(flow_id, found);
    return found;
  };

  return {
    async begin(begun, expires_at) {
      await database.insert(flowRow(begun, expires_at, sealer));
      cache.set(begun.flow_id, begun);
    },

    async find(flow_id) {
      const found = await find(flow_id);
      return found && !(await isEnded(heldBy(found))) ? found : undefined;
    },

    findCached(flow_id) {
      const found = cache.get(flow_id);
      return found && isKnownActive(heldBy(found), { isEnded }) ? found : undefined;
    },

    async advance(moved, session = unchanged) {
      const { flow_id, version, login, consent } = moved;
      const sealed = answers.seal(flow_id, { login, consent });
      const values = { flow_id, version, stage: stages.answered, answers: sealed };
      return cacheNext(moved, await updateWithSession(database, answer, values, session));
    },

    async askConsent(moved, session = unchanged) {
      const { flow_id, version } = moved;
      const stage = moved.consent.skip ? stages.skipped : stages.asked;
      return cacheNext(
        moved,
        await updateWithSession(database, move, { flow_id, version, stage }, session),
      );
    },

    async complete({ flow_id, version, pushed_request_id }, grant, traces) {
      const values = { flow_id, version, stage: stages.completed };
      const rows = [grantRow(grant, sealer), ...visitOf(grant, traces.session_expires_at)];
      const isRemembered = grant.remembered_until !== undefined;
      // A remembered consent supersedes others. That is a script, since two of them must not supersede each other.
      const won = await (!isRemembered && pushed_request_id === undefined
        ? database.update(move, values, ...rows)
        : database.write(function* complete() {
            // First, since the flow must not move without it. A flow that then loses a race may use the request again.
            if (pushed_request_id !== undefined) {
              if (!(yield* usePushedRequest(pushed_request_id, flow_id))) return false;
            }
            if (!(yield* updateRow(move, values))) return false;
            for (const row of rows) yield* insertRow(row);
            if (isRemembered) yield* supersede(grant, traces.superseded_expire_at);
            return true;
          }));
      cache.delete(flow_id);
      if (won) cached_grants.set(grant.grant_id, { grant, is_sealed_with_newest: true });
      return won;
    },

    completeWith: ({ flow_id, version }, script) =>
      database.write(function* complete() {
        const values = { flow_id, version, stage: stages.completed };
        if (!(yield* updateRow(move, values))) return false;
        yield* script();
        return true;
      }),
  };
}

/** What a flow belongs to, as far as it has come. */
function heldBy({ client_id, login, request: { audience }, requested_at: at }: Flow): Held {
  return { subject: userOf(login) || login.subject, sid: login.sid, client_id, audience, at };
}

type FlowRow = RowOf<typeof readColumns>;

/** Opens rows. What was sealed at the beginning is not opened again where it is cached. */
function createFlowReader(
  sealer: Sealer,
): (flow_id: string, row: FlowRow, cached: Flow | undefined) => Flow | undefined {
  const beginnings = beginningsOf(sealer);
  const answers = sealedAnswers(sealer);

  const openBeginning = (flow_id: string, sealed: Uint8Array): Begun | undefined => {
    const stored = beginnings.open(flow_id, sealed);
    return stored && fromStored(stored);
  };

  return (flow_id, row, cached) => {
    const { version, stage } = row;
    if (row.answers === undefined) {
      const begun = openBeginning(flow_id, row.sealed);
      return begun && atStage({ ...begun, flow_id, version }, stage);
    }
    const begun = cached ?? openBeginning(flow_id, row.sealed);
    const answered = answers.open(flow_id, row.answers);
    if (begun === undefined || answered === undefined) return undefined;
    const { login, consent } = answered;
    return atStage({ ...begun, flow_id, version, login, consent }, stage);
  };
}

/** Updates the flow, and the browser's login session in the same transaction. */
function updateWithSession<Given extends Columns>(
  database: Database,
  update: Update<Given>,
  values: RowOf<Given>,
  session: SessionChange,
): Promise<boolean> {
  const rows = rowsOfChange(session);
  if (rows !== undefined) return database.update(update, values, ...rows);
  return database.write(function* updateAndChange() {
    if (!(yield* updateRow(update, values))) return false;
    yield* changeSession(session);
    return true;
  });
}

/** The row of a flow that begins. */
export function flowRow(begun: Flow, expires_at: number, sealer: Sealer): NewRow {
  const { flow_id, version, ...rest } = begun;
  const sealed = beginningsOf(sealer).seal(flow_id, toStored(rest));
  return newRow(insertion, { flow_id, version, sealed, expires_at });
}

function beginningsOf(sealer: Sealer) {
  return sealedDocuments("flow", sealer, begunDocuments);
}

function sealedAnswers(sealer: Sealer) {
  return sealedDocuments("flow answers", sealer, answerDocuments);
}

const unchanged: SessionChange = { kind: "keep" };
