import { type RunningServer, version } from "@latchkey/server";

import type { Demo } from "../demo/demo.ts";
import { bold, columns } from "../output/table.ts";
import type { ProcessIo } from "../process-io.ts";

type Addresses = Pick<RunningServer, "public_url" | "admin_url" | "api_urls">;

/** The addresses printed at a terminal when the server listens. */
export function startupMessage(
  { public_url, admin_url, api_urls }: Addresses,
  { demo, workers }: { readonly demo?: Demo | undefined; readonly workers?: number },
  io: ProcessIo,
): string {
  const health = public_url ?? admin_url;
  const rows = [
    ["try it", demo && `${demo.url}   sign in as ${demo.username}, password ${demo.password}`],
    ["public", public_url],
    ["admin", admin_url],
    ["console", admin_url?.startsWith("http") === true ? `${admin_url}/console` : undefined],
    ["workspace", api_urls["workspace"] && `${api_urls["workspace"]}/v1`],
    ["discovery", public_url && `${public_url}/.well-known/openid-configuration`],
    ["health", health && `${health}/health/ready`],
    ["workers", workers === undefined ? undefined : String(workers)],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return `\n${bold(`Latchkey ${version} is listening.`, io)}\n\n${columns(rows)}\n`;
}
