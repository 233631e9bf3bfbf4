import type { Sealer } from "../crypto/sealed.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Database } from "./database.ts";
import { atStage, stages } from "./flow-stage.ts";
import { insertGrant, type KnownGrant, supersede } from "./grants.ts";
import { toBytes } from "./ids.ts";
import { createRecent, type Recent } from "./recent.ts";
import { type Insertion, type Lookup, type Script, statement, type Swap } from "./script.ts";
import { noteVisit } from "./login-sessions.ts";
import { sealedDocuments } from "./sealed-document.ts";
import type { Flows } from "./store.ts";
import { insertWorkspaceGrant } from "./workspace-grants.ts";

interface FlowRow {
  readonly version: number;
  readonly sealed: Uint8Array;
  readonly answers: Uint8Array | null;
  readonly stage: number;
}

/** A flow as it was begun. All of it but the answers stays as it is. */
type Begun = Omit<Flow, "flow_id" | "version">;

type Answers = Pick<Flow, "login" | "consent">;

const insertion: Insertion = {
  table: "flow",
  columns: ["flow_id", "version", "sealed", "expires_at"],
};
const byId: Lookup = {
  table: "flow",
  key: "flow_id",
  columns: "version, sealed, answers, stage",
};
const versionById: Lookup = { table: "flow", key: "flow_id", columns: "version" };
const step: Swap = {
  table: "flow",
  key: { name: "flow_id", type: "bytea" },
  seen: { name: "version", type: "bigint" },
  set: [
    { name: "version", type: "bigint" },
    { name: "stage", type: "bigint" },
    { name: "answers", type: "bytea" },
  ],
};
const move: Swap = { ...step, set: step.set.slice(0, 2) };
const finish = statement(
  `update flow set version = version + 1, stage = ${stages.completed}
   where flow_id = $1 and version = $2 returning version`,
);

export function createFlows(
  database: Database,
  sealer: Sealer,
  recent_grants: Recent<KnownGrant>,
): Flows {
  const beginnings = sealedDocuments<Begun>("flow", sealer);
  const answers = sealedDocuments<Answers>("flow answers", sealer);
  // Steps of a flow follow one another: who took the last one need not unseal it. The version tells whether it is the last.
  const recent = createRecent<Flow>();

  const open = (flow_id: string, row: FlowRow, known: Flow | undefined): Flow | undefined => {
    const { version, stage } = row;
    if (row.answers === null) {
      const begun = beginnings.open(flow_id, row.sealed);
      return begun && atStage({ ...begun, flow_id, version }, stage);
    }
    const begun = known ?? beginnings.open(flow_id, row.sealed);
    const answered = answers.open(flow_id, row.answers);
    if (begun === undefined || answered === undefined) return undefined;
    const { login, consent } = answered;
    return atStage({ ...begun, flow_id, version, login, consent }, stage);
  };

  const remember = (flow: Flow, won: boolean): boolean => {
    if (won) recent.set(flow.flow_id, { ...flow, version: flow.version + 1 });
    return won;
  };

  return {
    async begin(flow, expires_at) {
      const { flow_id, version, ...begun } = flow;
      const sealed = beginnings.seal(flow_id, begun);
      await database.insert(insertion, [toBytes(flow_id), version, sealed, expires_at]);
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

    async advance(flow) {
      const { flow_id, version, login, consent } = flow;
      const sealed = answers.seal(flow_id, { login, consent });
      const next = [version + 1, stages.answered, sealed] as const;
      return remember(flow, await database.swap(step, [toBytes(flow_id), version, ...next]));
    },

    async askConsent(flow) {
      const { flow_id, version, consent } = flow;
      const next = [version + 1, consent.skip ? stages.skipped : stages.asked] as const;
      return remember(flow, await database.swap(move, [toBytes(flow_id), version, ...next]));
    },

    async complete(flow, grant, traces) {
      // An answer that is remembered takes the place of others, and two of those must not take one another's.
      const order = grant.remembered_until === undefined ? "interleaved" : "in turn";
      const won = await database.write(function* bringAbout() {
        if (!(yield* complete(flow))) return false;
        yield* insertGrant(grant, sealer);
        yield* noteVisit(grant, traces.session_expires_at);
        yield* supersede(grant, traces.superseded_expire_at);
        return true;
      }, order);
      recent.delete(flow.flow_id);
      if (won) recent_grants.set(grant.grant_id, { grant, up_to_date: true });
      return won;
    },

    completeForWorkspace(flow, grant) {
      return database.write(function* bringAbout() {
        if (!(yield* complete(flow))) return false;
        yield* insertWorkspaceGrant(grant, sealer);
        return true;
      });
    },
  };
}

function* complete({ flow_id, version }: Flow): Script<boolean> {
  return (yield* finish(toBytes(flow_id), version)).length > 0;
}
