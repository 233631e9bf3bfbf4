/** Which clients of another server have URLs that this one would send no requests to. */

import { type RequestedUrl, requestedUrlsOf } from "@latchkey/api";
import { checkUrls, type Config } from "@latchkey/server";
import type { Source } from "@latchkey/takeover/import";

import { table } from "../output/table.ts";
import type { ProcessIo } from "../process-io.ts";

/** A URL of a client to which requests would fail. */
interface RefusedClientUrl extends RequestedUrl {
  readonly client_id: string;
  /** Why, and what would help. */
  readonly reason: string;
}

export interface SourceUrlCheck {
  readonly clients: readonly RefusedClientUrl[];
  /** The line of the settings that would help. */
  readonly setting?: string;
}

const BATCH_SIZE = 1_000;

/** Checks the URLs of all clients of the source with the settings of this server. Host names are resolved. */
export async function checkSourceUrls(
  source: Source,
  config: Config,
  now: number,
): Promise<SourceUrlCheck> {
  const named: (RequestedUrl & { readonly client_id: string })[] = [];
  for await (const { records } of source.read("client", { now, limit: BATCH_SIZE })) {
    for (const record of records) {
      if (record.kind !== "client") continue;
      const { client_id } = record.client;
      named.push(...requestedUrlsOf(record.client).map((one) => ({ client_id, ...one })));
    }
  }
  const urls = [...new Set(named.map(({ url }) => url))];
  const owned = urls.map((url) => ({ url, owner: "registered" as const }));
  const { refused, setting } = await checkUrls(owned, config);
  const reasons = new Map(refused.map(({ url, reason }) => [url, reason]));
  const clients = named.flatMap((one) => {
    const reason = reasons.get(one.url);
    return reason === undefined ? [] : [{ ...one, reason }];
  });
  return { clients, ...(setting !== undefined && { setting }) };
}

const MAX_SHOWN = 100;

/** Says which clients would fail, and the line that would help. Nothing where none would. */
export function showRefusedUrls({ clients, setting }: SourceUrlCheck, io: ProcessIo): void {
  if (clients.length === 0) return;
  const rows = clients
    .slice(0, MAX_SHOWN)
    .map(({ client_id, field, url, reason }) => [client_id, field, url, reason]);
  io.out(`\n${table(["NO REQUESTS FOR", "FIELD", "URL", "WHY"], rows, io)}`);
  const rest = clients.length - rows.length;
  if (rest > 0) io.err(`${rest} more URLs of clients are refused: --format json names them all.\n`);
  if (setting === undefined) return;
  io.err(`With this line in the settings of this server, requests to these URLs are sent:\n`);
  io.err(`  ${setting}\n`);
  io.err(
    "It would be for all clients that are taken over: the other server may not say which of them strangers registered.\n",
  );
}
