import type { Sealer } from "../../crypto/sealed.ts";
import type { PushedRequest } from "../../oauth/request/pushed-request.ts";
import { bytes, id, integer, optional, pick, table } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import type { Insertion, Lookup } from "../database/sql.ts";
import { command, newRow, type Script } from "../database/statement.ts";
import { documents, or, required } from "../port/documents.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { PushedRequests } from "../port/flow-store.ts";
import { documentContexts, sealedColumn } from "./sealed-column.ts";

export const pushed_request = table("pushed_request", {
  request_id: id,
  sealed: bytes,
  /** The flow that completed an authorization with it. */
  used_by: optional(id),
  expires_at: integer,
});

export const sealedPushedRequests = sealedColumn(pushed_request, {
  column: "sealed",
  key: ["request_id"],
  contextsOf: ({ request_id }) => documentContexts(request_id, "pushed request"),
});

const pushedRequestDocuments = documents<Omit<PushedRequest, "request_id">>({
  table: "pushed_request",
  fields: {
    client_id: required("text"),
    client_key: required("number"),
    parameters: required("text"),
    signed: or(false),
    valid_until: required("number"),
  },
});

const { columns } = pushed_request;
const newColumns = pick(columns, "request_id", "sealed", "expires_at");
const insertion: Insertion<typeof newColumns> = {
  table: pushed_request.name,
  columns: newColumns,
};
const byKey = pick(columns, "request_id");
const readColumns = pick(columns, "sealed");
const unusedById: Lookup<typeof byKey, typeof readColumns> = {
  table: "pushed_request",
  given: byKey,
  returns: readColumns,
  where: "pushed_request.used_by is null",
};
const use = command({
  given: { request_id: id, flow_id: id },
  sql: `update pushed_request set used_by = :flow_id
   where request_id = :request_id and (used_by is null or used_by = :flow_id) returning request_id`,
});

/** Uses a pushed request in the transaction that completes a flow. False when another flow was completed with it. */
export function* usePushedRequest(request_id: string, flow_id: string): Script<boolean> {
  return (yield* use({ request_id, flow_id })) > 0;
}

export function createPushedRequests(database: Database, sealer: Sealer): PushedRequests {
  const stored = sealedDocuments("pushed request", sealer, pushedRequestDocuments);
  return {
    async push({ request_id, ...document }, expires_at) {
      const sealed = stored.seal(request_id, document);
      await database.insert(newRow(insertion, { request_id, sealed, expires_at }));
    },

    async find(request_id) {
      const row = await database.find(unusedById, { request_id });
      const document = row && stored.open(request_id, row.sealed);
      return document && { ...document, request_id };
    },
  };
}
