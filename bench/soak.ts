import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { residentBytesOf } from "./child.ts";
import { authorization } from "./contenders/contender.ts";
import { type Latchkey, registerPhotos, startLatchkey } from "./contenders/latchkey.ts";
import { drive, type Journey } from "./load/assignment.ts";
import { REQUESTS_IN_A_FLOW } from "./load/flow.ts";
import { CONNECTIONS, runWrk, whyNoWrk } from "./load/wrk.ts";
import { describeMachine, sentenceOf } from "./machine.ts";
import { folders } from "./programs.ts";
import { leaveJson } from "./report/leave.ts";
import { startProgress } from "./report/progress.ts";
import { judgeSoak, renderSoak, type SoakSample } from "./report/soak-verdict.ts";
import { isQuick } from "./short-options.ts";
import { askOnce, formOf } from "./works/work.ts";

const HELP = `npm run bench:soak -- [flags]

  --quick   twenty thousand requests instead of two million
`;

/** `npm run bench:soak`: millions of requests of every kind, and whether memory keeps growing. */
async function main(): Promise<number> {
  const quick = isQuick(process.argv.slice(2), HELP);
  if (quick === undefined) return 0;
  const missing = whyNoWrk();
  if (missing !== undefined) {
    console.log(missing);
    return 2;
  }
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  const began_at = new Date().toISOString();
  const samples = await soak(quick ? HASTY : THOROUGH);
  console.log(`\n${renderSoak(samples)}`);
  const verdicts = {
    resident: judgeSoak(samples, "resident_bytes"),
    heap: judgeSoak(samples, "heap_bytes"),
  };
  const result = { began_at, machine, verdicts, samples };
  if (quick) {
    console.log(
      "So few requests are all warm-up: this shows that the tool works, and nothing else.",
    );
    return 0;
  }
  console.log(`wrote ${leaveJson("-soak", began_at, machine, result)}`);
  return verdicts.resident.steady && verdicts.heap.steady ? 0 : 1;
}

const THOROUGH = { requests: 2_000_000, slice_s: 2 };
const HASTY = { requests: 20_000, slice_s: 1 };

/** Tokens live shortly, so that the clean-up works as hard as the rest. */
const TTL_S = 60;

async function soak({ requests, slice_s }: typeof THOROUGH): Promise<SoakSample[]> {
  const directory = join(folders.data, `soak-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  const latchkey = await startLatchkey({ directory, ttl: TTL_S });
  const bar = startProgress("requests", requests);
  const samples: SoakSample[] = [];
  try {
    await registerPhotos(latchkey, { id_token_signed_response_alg: "ES256" });
    const slices = slicesFor(latchkey, directory);
    for (let sent = 0, turn = 0; sent < requests || samples.length < FEWEST; turn += 1) {
      sent += (await slices[turn % slices.length]?.(slice_s)) ?? 0;
      samples.push({ requests: sent, ...(await memoryOf(latchkey)) });
      bar.update(sent);
    }
  } finally {
    bar.end();
    await latchkey.stop();
    rmSync(directory, { recursive: true });
  }
  return samples;
}

const FEWEST = 9;

/** Sends requests of one kind for some seconds and answers how many. */
type Slice = (seconds: number) => Promise<number>;

/** Every kind in its turn: tokens for machines, introspection, people who sign in, chains of refresh tokens. */
function slicesFor(latchkey: Latchkey, directory: string): readonly Slice[] {
  const { public_url, admin_url } = latchkey;
  const url = `${public_url}/oauth2/token`;
  const file = join(directory, "tokens");
  const driven = async (journey: Journey, seconds: number): Promise<number> =>
    (await drive({ journey, public_url, admin_url, seconds, connections: CONNECTIONS })).count;
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
    const answer = await askOnce(url, formOf(GRANT, authorization), '"access_token"');
    const { access_token }: { access_token: string } = JSON.parse(answer);
    tokens.push(access_token);
  }
  return tokens;
}

/** What the system and the server itself say of its memory. */
async function memoryOf({ pid, admin_url }: Latchkey) {
  const page = await (await fetch(`${admin_url}/metrics/prometheus`)).text();
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(page)?.[1]);
  const resident = pid === undefined ? undefined : residentBytesOf(pid);
  return {
    resident_bytes: resident ?? figure("process_resident_memory_bytes"),
    heap_bytes: figure("nodejs_heap_used_bytes"),
  };
}

process.exitCode = await main();
