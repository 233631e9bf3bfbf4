import { once } from "node:events";
import { createServer } from "node:http";
import { startTestServer } from "@latchkey/testing";
import { BUSY, describeMachine, sentenceOf } from "./machine.ts";
import {
  isStartupReached,
  renderStartup,
  summarizeStartup,
  type Times,
} from "./report/startup-table.ts";
import { writeJson } from "./report/write-results.ts";

const ROUNDS = 21;

/** A server to start. `use` is its first request. */
interface Subject {
  readonly name: string;
  readonly start: () => Promise<{ use(): Promise<unknown>; stop(): Promise<unknown> }>;
}

const subjects: readonly Subject[] = [
  { name: "bare `node:http`", start: startBareServer },
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

async function measure({ start }: Subject): Promise<Times> {
  const began_at = performance.now();
  const started = await start();
  const startedAt = performance.now();
  await started.use();
  const usedAt = performance.now();
  await started.stop();
  return { start_ms: startedAt - began_at, use_ms: usedAt - startedAt };
}

/** `npm run bench:startup`: how long a test waits for its server, beside a bare one in the same rounds. */
async function main(): Promise<number> {
  const machine = describeMachine();
  console.log(sentenceOf(machine));
  if (machine.load > BUSY) console.log("The machine is busy: others' work shows in every value.");
  const began_at = new Date().toISOString();
  const times = new Map<Subject, Times[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [subject, list] of times) list.push(await measure(subject));

  const measured = [...times].map(([{ name }, list]) => summarizeStartup(name, list));
  console.log(renderStartup(measured));
  console.log(`wrote ${writeJson("-startup", began_at, machine, { began_at, machine, measured })}`);
  return isStartupReached(measured) ? 0 : 1;
}

process.exitCode = await main();
