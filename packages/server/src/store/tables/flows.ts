import type { Sealer } from "../../crypto/sealed.ts";
import type { Flow } from "../../interaction/flow.ts";
import type { SessionChange } from "../../interaction/login-session.ts";
import type { Database } from "../database/database.ts";
import { answerDocuments, type Begun, begunDocuments } from "./flow-documents.ts";
import { atStage, stages } from "./flow-stage.ts";
import { additionOf } from "./grant-rows.ts";
import { type KnownGrant, supersede } from "./grants.ts";
import { toBytes } from "../port/ids.ts";
import { createRecent, type Recent } from "./recent.ts";
import type { Insertion, Lookup, Update, Value } from "../database/script.ts";
import { forgetSession, sessionEndedBy, sessionsBegunBy, visitsOf } from "./login-sessions.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import { add, change } from "../database/single.ts";
import type { Flows } from "../port/store.ts";
import { elide, restore } from "./url-parameters.ts";
import { insertWorkspaceGrant } from "./workspace-grants.ts";

interface FlowRow {
  readonly version: number;
  readonly sealed: Uint8Array;
  readonly answers: Uint8Array | null;
  readonly stage: number;
}

const insertion: Insertion = {
  table: "flow",
  columns: { flow_id: "bytea", version: "bigint", sealed: "bytea", expires_at: "bigint" },
};
const byId: Lookup = {
  given: { flow_id: "bytea" },
  select: "select version, sealed, answers, stage from flow where flow_id = given.flow_id",
  bytes: ["sealed", "answers"],
};
const versionById: Lookup = {
  given: { flow_id: "bytea" },
  select: "select version from flow where flow_id = given.flow_id",
};
/** The browser has come further. */
const move: Update = {
  table: "flow",
  given: { flow_id: "bytea", version: "bigint", stage: "bigint" },
  set: "version = given.version + 1, stage = given.stage",
  where: "flow.flow_id = given.flow_id and flow.version = given.version",
};
/** Somebody has answered, too. */
const step: Update = {
  ...move,
  given: { ...move.given, answers: "bytea" },
  set: `${move.set}, answers = given.answers`,
};

export function createFlows(
  database: Database,
  sealer: Sealer,
  recent_grants: Recent<KnownGrant>,
): Flows {
  const beginnings = sealedDocuments("flow", sealer, begunDocuments);
  const answers = sealedDocuments("flow answers", sealer, answerDocuments);
  // Steps of a flow follow one another: who took the last one need not unseal it. The version tells whether it is the last.
  const recent = createRecent<Flow>();

  const openBeginning = (flow_id: string, sealed: Uint8Array): Begun | undefined => {
    const stored = beginnings.open(flow_id, sealed);
    return stored && restore(stored);
  };

  const open = (flow_id: string, row: FlowRow, known: Flow | undefined): Flow | undefined => {
    const { version, stage } = row;
    if (row.answers === null) {
      const begun = openBeginning(flow_id, row.sealed);
      return begun && atStage({ ...begun, flow_id, version }, stage);
    }
    const begun = known ?? openBeginning(flow_id, row.sealed);
    const answered = answers.open(flow_id, row.answers);
    if (begun === undefined || answered === undefined) return undefined;
    const { login, consent } = answered;
    return atStage({ ...begun, flow_id, version, login, consent }, stage);
  };

  const remember = (flow: Flow, won: boolean): boolean => {
    if (won) recent.set(flow.flow_id, { ...flow, version: flow.version + 1 });
    return won;
  };

  /** Takes a step and changes the browser's login session in the same transaction. */
  const take = (update: Update, values: Value[], session: SessionChange): Promise<boolean> => {
    const begun = sessionsBegunBy(session);
    const ended = sessionEndedBy(session);
    if (ended === undefined) return database.update(update, values, ...begun);
    return database.write(function* takeAndEnd() {
      if (!(yield* change(update, values))) return false;
      yield* forgetSession(ended);
      for (const addition of begun) yield* add(addition);
      return true;
    });
  };

  return {
    async begin(flow, expires_at) {
      const { flow_id, version, ...begun } = flow;
      const values = [
        toBytes(flow_id),
        version,
        beginnings.seal(flow_id, elide(begun)),
        expires_at,
      ];
      await database.insert({ insertion, values });
      recent.set(flow_id, flow);
    },

    async find(flow_id) {
      const id = toBytes(flow_id);
      const known = recent.get(flow_id);
      if (known !== undefined) {
        const present = await database.find(versionById, id);
        if (present?.["version"] === known.version) return known;
      }
      const row = (await database.find(byId, id)) as unknown as FlowRow | undefined;
      const flow = row && open(flow_id, row, known);
      if (flow !== undefined) recent.set(flow_id, flow);
      return flow;
    },

    recall: (flow_id) => recent.get(flow_id),

    async advance(flow, session = unchanged) {
      const { flow_id, login, consent } = flow;
      const values = [...moved(flow, stages.answered), answers.seal(flow_id, { login, consent })];
      return remember(flow, await take(step, values, session));
    },

    async askConsent(flow, session = unchanged) {
      const stage = flow.consent.skip ? stages.skipped : stages.asked;
      return remember(flow, await take(move, moved(flow, stage), session));
    },

    async complete(flow, grant, traces) {
      const values = moved(flow, stages.completed);
      const additions = [additionOf(grant, sealer), ...visitsOf(grant, traces.session_expires_at)];
      // An answer that is remembered takes the place of others, and two of those must not take one another's.
      const won = await (grant.remembered_until === undefined
        ? database.update(move, values, ...additions)
        : database.write(function* complete() {
            if (!(yield* change(move, values))) return false;
            for (const addition of additions) yield* add(addition);
            yield* supersede(grant, traces.superseded_expire_at);
            return true;
          }));
      recent.delete(flow.flow_id);
      if (won) recent_grants.set(grant.grant_id, { grant, up_to_date: true });
      return won;
    },

    completeForWorkspace(flow, grant) {
      const values = moved(flow, stages.completed);
      return database.write(function* complete() {
        if (!(yield* change(move, values))) return false;
        yield* insertWorkspaceGrant(grant, sealer);
        return true;
      });
    },
  };
}

const unchanged: SessionChange = { kind: "keep" };

function moved({ flow_id, version }: Flow, stage: number): Value[] {
  return [toBytes(flow_id), version, stage];
}
