import { describeClient, type NewClient } from "../../../oauth/client.ts";
import { readOr, type ReportUnreadable } from "../../port/documents.ts";
import type { Change } from "../../changes.ts";
import { type ClientRow, fromRow } from "./client-row.ts";

/** What a change of a client is a change of. */
export function clientObject({ client_id }: { readonly client_id: string }): Change["object"] {
  return { type: "client", id: client_id };
}

/** A client as the admin API shows it, without its secret. */
export function describeNew(client: NewClient): object {
  return describeClient(client);
}

/** The client of a row; undefined where that cannot be read. */
export function describeRow(row: ClientRow, report: ReportUnreadable): object | undefined {
  return readOr(() => describeClient(fromRow(row)), undefined, report);
}
