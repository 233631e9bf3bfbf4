import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createLog, loadConfig, type RunningServer, startServer } from "@latchkey/server";
import { folders } from "./programs.ts";
import { authorization, photos } from "./subjects/subject.ts";
import { SYSTEM_SECRET, sqliteIn } from "./subjects/latchkey.ts";

/** Requests before the measured one: caches are filled, and clients found in them. */
const WARM_UP = 200;

/** The request of the workload `client_credentials`. */
const FORM = "grant_type=client_credentials&scope=photos.read+photos.write";

/** The functions of a file that one request called, by name, in the order of the file. */
interface Walked {
  readonly file: string;
  readonly functions: readonly string[];
}

/**
 * `npm run bench:walk`: the files and functions of the server that one token request runs through, by V8's precise coverage. The
 * first and the last request of a connection differ from the others, so it is one in the middle.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { totals: { type: "boolean", default: false } } });
  mkdirSync(folders.data, { recursive: true });
  const directory = mkdtempSync(join(folders.data, "walk-"));
  try {
    const walked = await walk(directory);
    if (!values.totals)
      for (const { file, functions } of walked) console.log(`${file}: ${functions.join(", ")}`);
    const functions = walked.reduce((sum, one) => sum + one.functions.length, 0);
    console.log(`${walked.length} files, ${functions} functions`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return 0;
}

async function walk(directory: string): Promise<readonly Walked[]> {
  const server = await start(directory);
  try {
    const socket = connect(server.ports.public, "127.0.0.1");
    const { client_id, client_secret } = photos;
    await server.latchkey.createOAuth2Client({
      body: {
        client_id,
        client_secret,
        grant_types: ["client_credentials"],
        scope: "photos.read photos.write",
      },
    });
    for (let count = 0; count < WARM_UP; count += 1) await requestToken(socket);
    const walked = await coverageOf(() => requestToken(socket));
    socket.destroy();
    return walked;
  } finally {
    await server.close();
  }
}

async function start(directory: string): Promise<RunningServer> {
  const issuer = "http://127.0.0.1";
  const loaded = loadConfig({
    flags: {
      dsn: sqliteIn(directory),
      "secrets.system": SYSTEM_SECRET,
      "serve.public.port": "0",
      "serve.admin.port": "0",
      "urls.self.issuer": issuer,
      "urls.login": `${issuer}/login`,
      "urls.consent": `${issuer}/consent`,
    },
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const log = createLog({ level: "error", format: "json" });
  return startServer(loaded.value.config, { log });
}

async function requestToken(socket: Socket): Promise<void> {
  const head = [
    "POST /oauth2/token HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: ${authorization}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${FORM.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${FORM}`);
  const [answer]: Buffer[] = await once(socket, "data");
  if (answer?.includes('"access_token":"lk_at_') !== true) throw new Error(String(answer));
}

/** What `work` calls, beside what this process does at the same time: repeated, until two runs agree. */
async function coverageOf(work: () => Promise<void>): Promise<readonly Walked[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const measure = async (): Promise<readonly Walked[]> => {
    await session.post("Profiler.takePreciseCoverage"); // Sets the counts to zero.
    await work();
    return readCoverage(await session.post("Profiler.takePreciseCoverage"));
  };
  let before = await measure();
  for (;;) {
    const walked = await measure();
    if (JSON.stringify(walked) === JSON.stringify(before)) {
      session.disconnect();
      return walked;
    }
    before = walked;
  }
}

const SOURCES = pathToFileURL(join(import.meta.dirname, "../packages/server/src/")).href;

function readCoverage({ result }: Profiler.TakePreciseCoverageReturnType): readonly Walked[] {
  return result
    .filter(({ url }) => url.startsWith(SOURCES))
    .map(({ url, functions }) => ({
      file: url.slice(SOURCES.length),
      functions: functions
        .filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0)
        .map(({ functionName }) => functionName || "(anonymous)"),
    }))
    .filter(({ functions }) => functions.length > 0)
    .sort((one, other) => one.file.localeCompare(other.file));
}

process.exitCode = await main();
