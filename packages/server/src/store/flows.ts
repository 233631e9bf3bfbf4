import type { Sealer } from "../crypto/sealed.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Database } from "./database.ts";
import { insertGrant, type KnownSession, supersede } from "./grants.ts";
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
}

type Document = Omit<Flow, "flow_id" | "version">;

const insertion: Insertion = {
  table: "flow",
  columns: ["flow_id", "version", "sealed", "expires_at"],
};
const byId: Lookup = {
  table: "flow",
  key: "flow_id",
  columns: "version, sealed",
};
const versionById: Lookup = { table: "flow", key: "flow_id", columns: "version" };
const step: Swap = {
  table: "flow",
  key: { name: "flow_id", type: "bytea" },
  seen: { name: "version", type: "bigint" },
  set: [
    { name: "version", type: "bigint" },
    { name: "sealed", type: "bytea" },
  ],
};
const update = statement(
  "update flow set version = version + 1, sealed = $3 where flow_id = $1 and version = $2 returning version",
);

export function createFlows(
  database: Database,
  sealer: Sealer,
  recent_sessions: Recent<KnownSession>,
): Flows {
  const documents = sealedDocuments<Document>("flow", sealer);
  // Steps of a flow follow one another: who took the last one need not unseal it. The version tells whether it is the last.
  const recent = createRecent<Flow>();

  const seal = ({ flow_id, version: _version, ...document }: Flow): Uint8Array =>
    documents.seal(flow_id, document);

  function* advance(flow: Flow, sealed: Uint8Array): Script<boolean> {
    const rows = yield* update(toBytes(flow.flow_id), flow.version, sealed);
    return rows.length > 0;
  }

  const remember = (flow: Flow, won: boolean): boolean => {
    if (won) recent.set(flow.flow_id, { ...flow, version: flow.version + 1 });
    return won;
  };

  return {
    async begin(flow, expires_at) {
      const row = [toBytes(flow.flow_id), flow.version, seal(flow), expires_at];
      await database.insert(insertion, row);
      recent.set(flow.flow_id, flow);
    },

    async find(flow_id) {
      const id = toBytes(flow_id);
      const known = recent.get(flow_id);
      if (known !== undefined) {
        const present = await database.find(versionById, id);
        if (present?.["version"] === known.version) return known;
      }
      const row = (await database.find(byId, id)) as unknown as FlowRow | undefined;
      const document = row && documents.open(flow_id, row.sealed);
      return row && document && { ...document, flow_id, version: row.version };
    },

    async advance(flow) {
      const { flow_id, version } = flow;
      const values = [toBytes(flow_id), version, version + 1, seal(flow)] as const;
      return remember(flow, await database.swap(step, values));
    },

    async complete(flow, grant, traces) {
      const sealed = seal(flow);
      // An answer that is remembered takes the place of others, and two of those must not take one another's.
      const order = grant.remembered_until === undefined ? "interleaved" : "in turn";
      const won = await database.write(function* complete() {
        if (!(yield* advance(flow, sealed))) return false;
        yield* insertGrant(grant, sealer);
        yield* noteVisit(grant, traces.session_expires_at);
        yield* supersede(grant, traces.superseded_expire_at);
        return true;
      }, order);
      recent.delete(flow.flow_id);
      if (won) recent_sessions.set(grant.grant_id, { session: grant.session, up_to_date: true });
      return won;
    },

    completeForWorkspace(flow, grant) {
      const sealed = seal(flow);
      return database.write(function* complete() {
        if (!(yield* advance(flow, sealed))) return false;
        yield* insertWorkspaceGrant(grant, sealer);
        return true;
      });
    },
  };
}
