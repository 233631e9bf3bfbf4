import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";

/** A PostgreSQL for one run, which commits durably as it does by default. */
export interface PostgresServer {
  readonly dsn: string;
  /** Of the process that all processes of PostgreSQL descend from. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts PostgreSQL away from the server's core: on one of its own, or beside the load where there are only two. */
export async function startPostgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = launch([process.execPath, programs.postgres, ...given], { core: cores.data });
  return { dsn: await child.firstLine, pid: child.pid, stop: () => child.stop() };
}
