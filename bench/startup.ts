import { once } from "node:events";
import { createServer } from "node:http";
import { startTestServer } from "@latchkey/testing";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import { median } from "./statistics.ts";

const ROUNDS = 21;
/** Milliseconds, after the modules are loaded. */
const TARGET_MS = 100;

/** A server to start. `use` is its first request. */
interface Subject {
  readonly name: string;
  readonly start: () => Promise<{ use(): Promise<unknown>; stop(): Promise<unknown> }>;
}

const subjects: readonly Subject[] = [
  { name: "bare node:http", start: startBareServer },
  { name: "test server that listens", start: () => startLatchkey(true) },
  { name: "test server without a socket", start: () => startLatchkey(false) },
];

async function startBareServer() {
  const server = createServer((_request, response) => void response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    use: async () => (await fetch(`http://127.0.0.1:${port}`)).text(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function startLatchkey(listen: boolean) {
  const latchkey = await startTestServer({ listen });
  return {
    async use() {
      const client = await latchkey.createClient();
      return latchkey.signIn({ client, user: "alice" });
    },
    stop: () => latchkey.stop(),
  };
}

interface Times {
  readonly start_ms: number;
  readonly use_ms: number;
}

async function measure({ start }: Subject): Promise<Times> {
  const began_at = performance.now();
  const started = await start();
  const started_at = performance.now();
  await started.use();
  const used_at = performance.now();
  await started.stop();
  return { start_ms: started_at - began_at, use_ms: used_at - started_at };
}

/** `npm run bench:startup`: how long a test waits for its server, beside a bare one in the same rounds. */
async function main(): Promise<number> {
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: others' work shows in every value.");
  const measured = new Map<Subject, Times[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [subject, times] of measured) times.push(await measure(subject));

  let slowest = 0;
  for (const [{ name }, times] of measured) {
    const start_ms = median(times.map((each) => each.start_ms));
    const use_ms = median(times.map((each) => each.use_ms));
    const [{ start_ms: first_ms } = { start_ms: 0 }] = times;
    slowest = Math.max(slowest, start_ms);
    console.log(
      `${name}: started in ${start_ms.toFixed(1)} ms (the first in ${first_ms.toFixed(1)} ms), first use ${use_ms.toFixed(1)} ms`,
    );
  }
  const isReached = slowest < TARGET_MS;
  console.log(`Target: started in less than ${TARGET_MS} ms: ${isReached ? "reached" : "missed"}.`);
  return isReached ? 0 : 1;
}

process.exitCode = await main();
