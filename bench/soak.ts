import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../packages/server/test/processes/free-ports.ts";
import { residentBytesOf } from "./child.ts";
import { authorization } from "./subjects/subject.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./subjects/latchkey.ts";
import { openHeap } from "./heap.ts";
import { drive, type Scenario } from "./load/driver.ts";
import { REQUESTS_IN_A_FLOW } from "./load/flow.ts";
import { CONNECTIONS, runWrk, wrkProblem } from "./load/wrk.ts";
import { describeMachine, sentenceOf } from "./machine.ts";
import { folders } from "./programs.ts";
import { writeJson } from "./report/write-results.ts";
import { startProgress } from "./report/progress.ts";
import {
  judgeHeap,
  judgeNonHeap,
  renderSoak,
  type Resident,
  type Sample,
  type Soak,
  WARM_UP,
} from "./report/soak-verdict.ts";
import { isQuick } from "./short-options.ts";
import { requestOnce, formOf } from "./workloads/workload.ts";

const HELP = `npm run bench:soak -- [flags]

  --quick   twenty thousand requests instead of three million
`;

/** `npm run bench:soak`: millions of requests of every kind, and whether memory keeps growing. */
async function main(): Promise<number> {
  const isQuickRun = isQuick(process.argv.slice(2), HELP);
  if (isQuickRun === undefined) return 0;
  const missing = wrkProblem();
  if (missing !== undefined) {
    console.log(missing);
    return 2;
  }
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  const began_at = new Date().toISOString();
  const seen = await soak(isQuickRun ? QUICK : FULL);
  console.log(`\n${renderSoak(seen)}`);
  if (isQuickRun) {
    console.log("Too few requests to judge memory: this run only shows that the command works.");
    return 0;
  }
  const verdicts = { rest: judgeNonHeap(seen.resident), heap: judgeHeap(seen.heap) };
  const result = { began_at, machine, verdicts, ...seen };
  console.log(`wrote ${writeJson("-soak", began_at, machine, result)}`);
  return verdicts.rest.steady && verdicts.heap.steady ? 0 : 1;
}

/** A million to warm up, and two million to evaluateTargets by. */
const FULL = 3_000_000;
const QUICK = 20_000;

const SLICE_S = 1;

/** Short-lived tokens, so that the sweep removes as many as are issued before the warm-up ends. */
const TTL_S = 20;

async function soak(requests: number): Promise<Soak> {
  const directory = join(folders.data, `soak-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const [debugger_port] = await freePorts();
  const latchkey = await startLatchkey({ directory, ttl: TTL_S, debugger_port });
  const heap = await openHeap(debugger_port);
  const bar = startProgress("requests", requests);
  const resident: Resident[] = [];
  let sent = 0;
  try {
    await registerPhotos(latchkey, { id_token_signed_response_alg: "ES256" });
    const slices = slicesFor(latchkey, directory);
    const send = async (until: number, min_slices: number): Promise<Sample> => {
      while (sent < until || resident.length < min_slices) {
        sent += (await slices[resident.length % slices.length]?.(SLICE_S)) ?? 0;
        const bytes = residentBytesOf(latchkey.pid) ?? Number.NaN;
        resident.push({ requests: sent, bytes, heap_bytes: await heap.held() });
        bar.update(sent);
      }
      return { requests: sent, bytes: await heap.live() };
    };
    // A forced collection disturbs the measurement, so it happens within the warm-up.
    const early = await send((requests * WARM_UP) / 2, 1);
    const late = await send(requests, MIN_SLICES);
    return { resident, heap: [early, late] };
  } finally {
    bar.end();
    heap.close();
    await latchkey.stop();
    rmSync(directory, { recursive: true });
  }
}

const MIN_SLICES = 9;

/** Sends requests of one kind for some seconds; returns how many. */
type Slice = (seconds: number) => Promise<number>;

/** The kinds of requests in their order: client_credentials, introspection, code flows, refresh chains. */
function slicesFor(latchkey: Latchkey, directory: string): readonly Slice[] {
  const { public_url, admin_url } = latchkey;
  const url = `${public_url}/oauth2/token`;
  const file = join(directory, "tokens");
  const driven = async (scenario: Scenario, seconds: number): Promise<number> =>
    (await drive({ scenario, public_url, admin_url, seconds, connections: CONNECTIONS })).count;
  return [
    async (seconds) => {
      const args = [GRANT, authorization];
      return (await runWrk({ url, script: "form.lua", args }, seconds)).count;
    },
    async (seconds) => {
      writeFileSync(file, (await someTokens(url)).join("\n"));
      const introspect = `${admin_url}/oauth2/introspect`;
      return (await runWrk({ url: introspect, script: "tokens.lua", args: [file] }, seconds)).count;
    },
    async (seconds) => {
      const flows = await driven({ kind: "code_flow", dialect: "latchkey", alg: "ES256" }, seconds);
      return flows * REQUESTS_IN_A_FLOW;
    },
    (seconds) => driven({ kind: "refresh", dialect: "latchkey" }, seconds),
  ];
}

const GRANT = "grant_type=client_credentials&scope=photos.read";
const SOME = 100;

async function someTokens(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 1; count <= SOME; count += 1) {
    const answer = await requestOnce(url, formOf(GRANT, authorization), '"access_token"');
    const { access_token }: { access_token: string } = JSON.parse(answer);
    tokens.push(access_token);
  }
  return tokens;
}

process.exitCode = await main();
