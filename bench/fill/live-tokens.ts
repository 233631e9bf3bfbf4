import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { startProgress } from "../report/progress.ts";
import { fillGrants } from "./grants.ts";
import { type OpenStore, type Progress, withStore } from "./open.ts";
import { fillAccessTokens } from "./tokens.ts";

/** A filled store, and a sample of its tokens in clear text to present to the server. */
export interface LiveTokens {
  readonly access_tokens: readonly string[];
  readonly refresh_tokens: readonly string[];
  readonly bytes_per_access_token: number;
  /** A grant stands for two live tokens, an access token and a refresh token. */
  readonly bytes_per_grant: number;
  readonly bytes_per_live_token: number;
  readonly filled_per_second: number;
}

/** Share of live tokens issued through client_credentials; the others belong to user grants, two to each. */
const OF_MACHINES = 0.8;
const SHOWN = 100_000;

/** Fills the store of a directory until it holds `size` live tokens. */
export async function fillLiveTokens(
  dsn: string,
  directory: string,
  size: number,
): Promise<LiveTokens> {
  const began = performance.now();
  const machines = Math.round(size * OF_MACHINES);
  const grants = Math.round((size - machines) / 2);
  const every = (count: number): number => Math.max(1, Math.floor(count / SHOWN));
  const empty = bytesIn(directory);
  const access_tokens = await fill(dsn, "access tokens", machines, (open, progress) =>
    fillAccessTokens(open, machines, { keep_every: every(machines), progress }),
  );
  const half = bytesIn(directory);
  const refresh_tokens = await fill(dsn, "grants", grants, (open, progress) =>
    fillGrants(open, grants, { keep_every: every(grants), progress }),
  );
  const full = bytesIn(directory);
  return {
    access_tokens,
    refresh_tokens,
    bytes_per_access_token: (half - empty) / machines,
    bytes_per_grant: (full - half) / grants,
    bytes_per_live_token: (full - empty) / size,
    filled_per_second: (machines + grants) / ((performance.now() - began) / 1000),
  };
}

/** Closes the store at the end, so that SQLite checkpoints its log into the file whose size is measured. */
async function fill(
  dsn: string,
  title: string,
  count: number,
  work: (open: OpenStore, progress: Progress) => Promise<string[]>,
): Promise<string[]> {
  const bar = startProgress(title, count);
  try {
    return await withStore(dsn, (open) => work(open, (done) => bar.update(done)));
  } finally {
    bar.end();
  }
}

function bytesIn(directory: string): number {
  const files = readdirSync(directory).filter((name) => name.includes(".sqlite"));
  return files.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}
