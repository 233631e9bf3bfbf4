import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Subject } from "./subject.ts";

/** Tokens to create at start, and the file to write them to. */
interface LiveTokens {
  readonly count: number;
  readonly file: string;
}

/** Starts node-oidc-provider, on one core unless `all_cores` is set. */
export async function startOidcProvider(
  options: { alg?: "ES256" | "RS256"; tokens?: LiveTokens; all_cores?: boolean } = {},
): Promise<Subject> {
  const { alg = "ES256", tokens } = options;
  const live = tokens === undefined ? [] : [String(tokens.count), tokens.file];
  const command = [process.execPath, programs.oidc_provider, alg, ...live];
  const child = launch(command, { core: options.all_cores === true ? undefined : cores.server });
  const url = await child.firstLine;
  return {
    name: "node-oidc-provider",
    public_url: url,
    admin_url: url,
    pid: child.pid,
    stop: () => child.stop(),
  };
}
