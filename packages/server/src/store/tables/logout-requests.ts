import type { Sealer } from "../../crypto/sealed.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import { bytes, id, integer, pick, table } from "../database/columns.ts";
import type { Insertion } from "../database/sql.ts";
import { command, newRow, type NewRow, query, type Script } from "../database/statement.ts";
import { documents, optional, or, required } from "../port/documents.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { LogoutRequests } from "../port/session-store.ts";
import type { StoreTools } from "../store-tools.ts";
import { endSession } from "./login-sessions.ts";
import { documentContexts, sealedColumn } from "./sealed-column.ts";

export const logout_request = table("logout_request", {
  logout_id: id,
  version: integer,
  sealed: bytes,
  expires_at: integer,
});

export const sealedLogouts = sealedColumn(logout_request, {
  column: "sealed",
  key: ["logout_id"],
  contextsOf: ({ logout_id }) => documentContexts(logout_id, "logout"),
});

/** A logout request without what its row holds in columns. */
type LogoutDocument = Omit<LogoutRequest, "logout_id" | "version">;

export const logoutDocuments = documents<LogoutDocument>({
  table: "logout_request",
  fields: {
    state: required("text"),
    subject: required("text"),
    sid: required("text"),
    request_url: required("text"),
    rp_initiated: or(false),
    client_id: optional("text"),
    post_logout_redirect_uri: required("text"),
    requested_at: required("number"),
    frames: optional("list"),
  },
});

const { columns } = logout_request;
const insertion: Insertion<typeof columns> = { table: logout_request.name, columns };
const select = query({
  given: pick(columns, "logout_id"),
  returns: pick(columns, "version", "sealed"),
  sql: "select version, sealed from logout_request where logout_id = :logout_id",
});
const update = command({
  given: pick(columns, "logout_id", "version", "sealed"),
  sql: `update logout_request set version = version + 1, sealed = :sealed
   where logout_id = :logout_id and version = :version returning version`,
});

/** The row of a new request. */
export function logoutRow(
  { logout_id, version, ...document }: LogoutRequest,
  expires_at: number,
  sealer: Sealer,
  into: Insertion<typeof columns> = insertion,
): NewRow {
  const sealed = sealedDocuments("logout", sealer, logoutDocuments).seal(logout_id, document);
  return newRow(into, { logout_id, version, sealed, expires_at });
}

export function createLogoutRequests({ changes, database, sealer }: StoreTools): LogoutRequests {
  const stored = sealedDocuments("logout", sealer, logoutDocuments);

  const seal = ({ logout_id, version: _version, ...document }: LogoutRequest): Uint8Array =>
    stored.seal(logout_id, document);

  function* advance(request: LogoutRequest): Script<boolean> {
    const { logout_id, version } = request;
    return (yield* update({ logout_id, version, sealed: seal(request) })) > 0;
  }

  return {
    begin: (request, expires_at) => database.insert(logoutRow(request, expires_at, sealer)),

    async find(logout_id) {
      const [row] = await database.read(() => select({ logout_id }));
      const document = row && stored.open(logout_id, row.sealed);
      return row && document && { ...document, logout_id, version: row.version };
    },

    advance: (request) => database.write(() => advance(request)),

    async complete(request, deliveries) {
      const record = changes.recorder();
      return database.write(function* complete() {
        if (!(yield* advance(request))) return false;
        yield* endSession(request.sid, { action: "signed_out", deliveries, record });
        return true;
      });
    },
  };
}
