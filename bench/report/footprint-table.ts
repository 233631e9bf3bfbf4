import type { Footprint, Kind } from "../scaling/footprint.ts";
import { alignColumns, readableToTheLast } from "./columns.ts";

const titles: Readonly<Record<Kind, string>> = {
  token: "token, `client_credentials`",
  introspection: "introspection",
  refresh: "refresh with an ID token",
  sign_in: "sign-in, nine requests",
};

export const footprintHeads = [
  "One",
  "server, µs",
  "PostgreSQL, µs",
  "transactions",
  "write-ahead log, bytes",
  "stored, bytes",
  "written to disk, bytes",
] as const;

/** A row for each kind, in the order of the heads. */
export function footprintRows(footprints: readonly Footprint[]): string[][] {
  return footprints.map((one) => [
    titles[one.kind],
    readableToTheLast(one.server_us),
    readableToTheLast(one.database_us),
    readableToTheLast(one.transactions),
    readableToTheLast(one.log_bytes),
    readableToTheLast(one.stored_bytes),
    readableToTheLast(one.written_bytes),
  ]);
}

export function renderFootprints(footprints: readonly Footprint[]): string {
  return alignColumns([[...footprintHeads], ...footprintRows(footprints)]);
}
