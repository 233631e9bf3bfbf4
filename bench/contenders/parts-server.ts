import cluster from "node:cluster";
import { createCipheriv, generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import { fdatasync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { Handler } from "../../packages/server/src/http/handler.ts";
import { listen } from "../../packages/server/src/http/listen.ts";
import { createLog } from "../../packages/server/src/telemetry/log.ts";
import type { Lesson, PartsAssignment } from "./parts.ts";

/**
 * The parts of a request and nothing else: Latchkey's own HTTP, then SQLite, hashes, seals and signatures, called bare. No
 * client is known here; nothing is checked, decided or remembered. It is about as fast as anything made of these can be.
 */
const { directory, lessons, workers }: PartsAssignment = JSON.parse(process.argv[2] ?? "");

const line = "a line of text as long as a token, with its name and its MAC";
const sealingKey = randomBytes(32);
const keys = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
};
const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
const claims = Buffer.alloc(300, "claims");
const TURNS = 8; // As in Latchkey's own group of writes.
const signInPool = promisify<string, Buffer, typeof keys.RS256, Buffer>(sign);

async function serve(): Promise<void> {
  const store = openStore();
  const handler: Handler = async ({ target, body }) => {
    const lesson = lessons[target];
    const form = new URLSearchParams(body);
    if (lesson === undefined || form.size === 0) return { status: 404, headers, body: "{}" };
    await doParts(lesson, store);
    return { status: 200, headers, body: JSON.stringify(lesson.answer) };
  };
  const { url } = await listen({
    host: "127.0.0.1",
    port: 0,
    setting: "the parts",
    handler,
    log: createLog({ level: "error", format: "json" }),
    limits: {
      body_bytes: 10_000,
      header_bytes: 10_000,
      request_timeout_ms: 10_000,
      idle_timeout_ms: 60_000,
    },
  });
  console.log(url);
}

async function doParts({ parts, row_bytes }: Lesson, store: Store): Promise<void> {
  const { hashes = 0, seals = 0, finds = 0, inserts = 0, updates = 0, signature } = parts;
  for (let left = hashes; left > 0; left -= 1) hash("sha256", line, "base64url");
  let body: Uint8Array = Buffer.alloc(row_bytes, line);
  for (let left = seals; left > 0; left -= 1) body = seal(body);
  for (let left = finds; left > 0; left -= 1) store.find();
  if (signature === "ES256") sign("sha256", claims, { key: keys.ES256, dsaEncoding: "ieee-p1363" });
  if (signature === "RS256") await signInPool("sha256", claims, keys.RS256);
  if (inserts + updates > 0) await store.write({ inserts, updates, body });
}

function seal(plain: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

interface Write {
  readonly inserts: number;
  readonly updates: number;
  readonly body: Uint8Array;
}

interface Store {
  find(): void;
  write(write: Write): Promise<void>;
}

/** Rows in order of time, and one commit for everybody who came meanwhile, on the disk before anybody hears of it. */
function openStore(): Store {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "parts.sqlite");
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  database.exec("create table if not exists part (key blob primary key, body blob) without rowid");
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const insertRow = database.prepare("insert into part values (?, ?)");
  const updateRow = database.prepare("update part set body = ? where key = ?");
  const findRow = database.prepare("select body from part where key = ?");
  const sync = promisify(fdatasync);
  let log: number | undefined;

  const insert = (body: Uint8Array): Uint8Array => {
    const key = randomBytes(16);
    key.writeUIntBE(Date.now(), 0, 6);
    insertRow.run(key, body);
    return key;
  };
  let newest = insert(Buffer.from(line)); // Something to look up from the start.

  let waiting: { readonly write: Write; readonly resolve: () => void }[] = [];
  let busy = false;
  const run = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (const { write } of group) {
      for (let left = write.inserts; left > 0; left -= 1) newest = insert(write.body);
      for (let left = write.updates; left > 0; left -= 1) updateRow.run(write.body, newest);
    }
    commit.run();
    await sync((log ??= openSync(`${path}-wal`, "r")));
    for (const { resolve } of group) resolve();
    if (waiting.length > 0) schedule();
    else busy = false;
  };
  const schedule = (seen = 0, turn = 1): void => {
    setImmediate(() => {
      if (waiting.length > seen && turn < TURNS) schedule(waiting.length, turn + 1);
      else void run();
    });
  };

  return {
    find: () => void findRow.get(newest),
    write: (write) =>
      new Promise((resolve) => {
        waiting.push({ write, resolve });
        if (busy) return;
        busy = true;
        schedule();
      }),
  };
}

if (workers > 1 && cluster.isPrimary) for (let n = 0; n < workers; n += 1) cluster.fork();
else await serve();
process.once("SIGTERM", () => process.exit());
