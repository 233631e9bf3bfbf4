import cluster from "node:cluster";
import { createCipheriv, generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";
import type { Handler } from "../../packages/server/src/http/handler.ts";
import { listen } from "../../packages/server/src/http/listener/listen.ts";
import { createLog } from "../../packages/server/src/telemetry/log.ts";
import { stepOf } from "./parts-flow.ts";
import { onPostgres, onSqlite, type PartsStore } from "./parts-store.ts";
import type { Parts, PartsAssignment } from "./parts.ts";

/**
 * The parts of a request and nothing else: Latchkey's own HTTP, then SQLite, hashes, seals and signatures, called bare. No
 * client is known here; nothing is checked, decided or remembered. It is about as fast as anything made of these can be.
 */
const assignment: PartsAssignment = JSON.parse(process.argv[2] ?? "");
const { directory, dsn, lessons, flows, workers } = assignment;

const line = "a line of text as long as a token, with its name and its MAC";
const sealingKey = randomBytes(32);
const keys = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
};
const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
const claims = Buffer.alloc(300, "claims");
const signInPool = promisify<string, Buffer, typeof keys.RS256, Buffer>(sign);

async function serve(): Promise<void> {
  const store = dsn === undefined ? onSqlite(directory) : await onPostgres(dsn);
  const answerAsTaught: Handler = async ({ target, body }) => {
    const lesson = lessons[target];
    const form = new URLSearchParams(body);
    if (lesson === undefined || form.size === 0) return { status: 404, headers, body: "{}" };
    await doParts(lesson.parts, lesson.row_bytes, store);
    return { status: 200, headers, body: JSON.stringify(lesson.answer) };
  };
  const handler: Handler =
    flows === undefined
      ? answerAsTaught
      : async (incoming) => {
          const step = stepOf(incoming, flows);
          return step.answer(await doParts(step.parts, FLOW_BYTES, store));
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

const FLOW_BYTES = 600; // Of a flow, and of a grant.

/** Answers the signature, if that is one of the parts. */
async function doParts(
  parts: Parts,
  row_bytes: number,
  store: PartsStore,
): Promise<Uint8Array | undefined> {
  const { hashes = 0, macs = 0, seals = 0, finds = 0, inserts = 0, updates = 0 } = parts;
  for (let left = hashes; left > 0; left -= 1) hash("sha256", line, "base64url");
  for (let left = macs; left > 0; left -= 1) {
    hash("sha256", line + hash("sha256", line, "base64url"), "base64url");
  }
  let body: Uint8Array = Buffer.alloc(row_bytes, line);
  for (let left = seals; left > 0; left -= 1) body = seal(body);
  for (let left = finds; left > 0; left -= 1) await store.find();
  const signature = await signedWith(parts.signature);
  if (inserts + updates > 0) await store.write({ inserts, updates, body });
  return signature;
}

function signedWith(alg: Parts["signature"]): Uint8Array | Promise<Uint8Array> | undefined {
  if (alg === "RS256") return signInPool("sha256", claims, keys.RS256);
  return alg && sign("sha256", claims, { key: keys.ES256, dsaEncoding: "ieee-p1363" });
}

function seal(plain: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

if (workers > 1 && cluster.isPrimary) for (let n = 0; n < workers; n += 1) cluster.fork();
else await serve();
process.once("SIGTERM", () => process.exit());
