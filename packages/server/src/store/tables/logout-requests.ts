import type { Sealer } from "../../crypto/sealed.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import type { Database } from "../database/database.ts";
import { logoutDocuments } from "./flow-documents.ts";
import { toBytes } from "../port/ids.ts";
import { forgetSession } from "./login-sessions.ts";
import { postDelivery } from "./logout-deliveries.ts";
import { type Script, statement } from "../database/script.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { LogoutRequests } from "../port/store.ts";

const insert = statement(
  "insert into logout_request (logout_id, version, sealed, expires_at) values ($1, $2, $3, $4)",
);
const select = statement<{ version: number; sealed: Uint8Array }>(
  "select version, sealed from logout_request where logout_id = $1",
);
const update = statement(
  `update logout_request set version = version + 1, sealed = $3
   where logout_id = $1 and version = $2 returning version`,
);

export function createLogoutRequests(database: Database, sealer: Sealer): LogoutRequests {
  const documents = sealedDocuments("logout", sealer, logoutDocuments);

  const seal = ({ logout_id, version: _version, ...document }: LogoutRequest): Uint8Array =>
    documents.seal(logout_id, document);

  function* advance(request: LogoutRequest): Script<boolean> {
    const rows = yield* update(toBytes(request.logout_id), request.version, seal(request));
    return rows.length > 0;
  }

  return {
    async begin(request, expires_at) {
      const id = toBytes(request.logout_id);
      await database.write(() => insert(id, request.version, seal(request), expires_at));
    },

    async find(logout_id) {
      const [row] = await database.read(() => select(toBytes(logout_id)));
      const document = row && documents.open(logout_id, row.sealed);
      return row && document && { ...document, logout_id, version: row.version };
    },

    advance: (request) => database.write(() => advance(request)),

    complete: (request, deliveries) =>
      database.write(function* complete() {
        if (!(yield* advance(request))) return false;
        yield* forgetSession(request.sid);
        for (const delivery of deliveries) yield* postDelivery(delivery);
        return true;
      }),
  };
}
