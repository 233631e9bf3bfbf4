import cluster from "node:cluster";
import {
  createCipheriv,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
} from "node:crypto";
import { promisify } from "node:util";
import type { Handler } from "../../packages/server/src/http/handler.ts";
import { listen } from "../../packages/server/src/http/listener/listen.ts";
import { createLog } from "../../packages/server/src/telemetry/log.ts";
import { stepOf } from "./lower-bound-flow.ts";
import { onPostgres, onSqlite, type LowerBoundStore } from "./lower-bound-store.ts";
import type { Primitives, LowerBoundPlan } from "./lower-bound.ts";

/**
 * The lower bound of a workload's cost: Latchkey's HTTP layer, then only the storage, hashes, encryption and signatures that
 * the request cannot do without. It validates nothing. A server built on Node, SQLite and OpenSSL can hardly be faster.
 */
const plan: LowerBoundPlan = JSON.parse(process.argv[2] ?? "");
const { directory, dsn, routes, flows, workers } = plan;

const line = "a line of text as long as a token, with its id and its MAC";
const sealingKey = randomBytes(32);
const macKey = createSecretKey(randomBytes(32));
const keys = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
};
const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
const claims = Buffer.alloc(300, "claims");
const signInPool = promisify<string, Buffer, typeof keys.RS256, Buffer>(sign);

async function serve(): Promise<void> {
  const store = dsn === undefined ? onSqlite(directory) : await onPostgres(dsn);
  const respondFromRoutes: Handler = async ({ target, body }) => {
    const route = routes[target];
    const form = new URLSearchParams(body);
    if (route === undefined || form.size === 0) return { status: 404, headers, body: "{}" };
    await performPrimitives(route.primitives, route.row_bytes, store);
    return { status: 200, headers, body: JSON.stringify(route.answer) };
  };
  const handler: Handler =
    flows === undefined
      ? respondFromRoutes
      : async (incoming) => {
          const step = stepOf(incoming, flows);
          return step.answer(await performPrimitives(step.primitives, FLOW_BYTES, store));
        };
  const { url } = await listen({
    host: "127.0.0.1",
    port: 0,
    setting: "the lower bound",
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

const FLOW_BYTES = 600; // The size of a stored flow or grant.

/** Returns the signature, if that is one of the primitives. */
async function performPrimitives(
  primitives: Primitives,
  row_bytes: number,
  store: LowerBoundStore,
): Promise<Uint8Array | undefined> {
  const { hashes = 0, macs = 0, seals = 0, finds = 0, inserts = 0, updates = 0 } = primitives;
  for (let left = hashes; left > 0; left -= 1) hash("sha256", line, "base64url");
  for (let left = macs; left > 0; left -= 1) {
    createHmac("sha256", macKey).update(line).digest("base64url");
  }
  let body: Uint8Array = Buffer.alloc(row_bytes, line);
  for (let left = seals; left > 0; left -= 1) body = seal(body);
  for (let left = finds; left > 0; left -= 1) await store.find();
  const signature = await signedWith(primitives.signature);
  if (inserts + updates > 0) await store.write({ inserts, updates, body });
  return signature;
}

function signedWith(alg: Primitives["signature"]): Uint8Array | Promise<Uint8Array> | undefined {
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
