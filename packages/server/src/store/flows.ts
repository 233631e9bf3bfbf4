import type { Sealer } from "../crypto/sealed.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Database } from "./database.ts";
import { insertGrant, supersede } from "./grants.ts";
import { toBytes } from "./ids.ts";
import { type Insertion, type Lookup, type Script, statement } from "./script.ts";
import { noteVisit } from "./login-sessions.ts";
import { sealedDocuments } from "./sealed-document.ts";
import type { Flows } from "./store.ts";
import { insertWorkspaceGrant } from "./workspace-grants.ts";

interface FlowRow {
  readonly version: number;
  readonly sealed: Uint8Array;
}

const insertion: Insertion = {
  table: "flow",
  columns: ["flow_id", "version", "sealed", "expires_at"],
};
const byId: Lookup = {
  sql: "select flow_id, version, sealed from flow where flow_id in",
  key: "flow_id",
};
const update = statement(
  "update flow set version = version + 1, sealed = $3 where flow_id = $1 and version = $2 returning version",
);

export function createFlows(database: Database, sealer: Sealer): Flows {
  const documents = sealedDocuments<Omit<Flow, "flow_id" | "version">>("flow", sealer);

  const seal = ({ flow_id, version: _version, ...document }: Flow): Uint8Array =>
    documents.seal(flow_id, document);

  function* advance(flow: Flow, sealed: Uint8Array): Script<boolean> {
    const rows = yield* update(toBytes(flow.flow_id), flow.version, sealed);
    return rows.length > 0;
  }

  return {
    begin: (flow, expires_at) =>
      database.insert(insertion, [toBytes(flow.flow_id), flow.version, seal(flow), expires_at]),

    async find(flow_id) {
      const row = (await database.find(byId, toBytes(flow_id))) as unknown as FlowRow | undefined;
      const document = row && documents.open(flow_id, row.sealed);
      return row && document && { ...document, flow_id, version: row.version };
    },

    advance(flow) {
      const sealed = seal(flow);
      return database.write(() => advance(flow, sealed));
    },

    complete(flow, grant, traces) {
      const sealed = seal(flow);
      return database.write(function* complete() {
        if (!(yield* advance(flow, sealed))) return false;
        yield* insertGrant(grant, sealer);
        yield* noteVisit(grant, traces.session_expires_at);
        yield* supersede(grant, traces.superseded_expire_at);
        return true;
      });
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
