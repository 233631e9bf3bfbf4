import assert from "node:assert/strict";
import { it } from "node:test";
import { ApiError, basic, type Client } from "@latchkey/client";
import { databases, SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { serve, type ServingProcess } from "./latchkey-process.ts";

const TOKENS_PER_ROUND = 150;
const CONCURRENCY = 16;

/** What the server said it had done. */
interface Ledger {
  readonly tokens: Set<string>;
  readonly revoked: Set<string>;
  readonly clients: Set<string>;
}

/** A round ends by a kill in the same breath as an acknowledgement of this kind. */
const rounds: readonly (keyof Ledger)[] = ["tokens", "clients", "revoked"];

for (const { name, emptyDsn } of databases) {
  it(`${name}: what was acknowledged before a SIGKILL still holds after it`, async () => {
    const dsn = await emptyDsn();
    const start = (): Promise<ServingProcess> =>
      serve({
        cwd: temporaryDirectory(),
        settings: { dsn, "secrets.system": SYSTEM_SECRET, "log.level": "error" },
      });
    const ledger: Ledger = { tokens: new Set(), revoked: new Set(), clients: new Set() };

    let server = await start();
    await server.latchkey.createOAuth2Client({ body: photos });
    for (const [index, last] of rounds.entries()) {
      await hammerUntilKilled(server, ledger, { last, tokens: (index + 1) * TOKENS_PER_ROUND });
      server = await start();
      await compareWithLedger(server.latchkey, ledger);
    }
    assert.equal((await server.kill("SIGTERM")).code, 0);
  });
}

const photos = {
  client_id: "photos",
  client_secret: "correct horse battery staple",
  grant_types: ["client_credentials"],
};
const authorization = basic(photos.client_id, photos.client_secret);

async function hammerUntilKilled(
  { latchkey, kill }: ServingProcess,
  ledger: Ledger,
  enough: { readonly tokens: number; readonly last: keyof Ledger },
): Promise<void> {
  let killed: Promise<unknown> | undefined;
  const note = (kind: keyof Ledger, what: string): void => {
    ledger[kind].add(what);
    const isEnough = kind === enough.last && ledger.tokens.size >= enough.tokens;
    if (isEnough) killed ??= kill("SIGKILL"); // The other loops are under way.
  };
  const loop = async (): Promise<never> => {
    for (let round = 1; ; round += 1) {
      const token = await issue(latchkey);
      note("tokens", token);
      if (round % 4 === 0) {
        ledger.tokens.delete(token); // Neither good nor revoked until the answer is here.
        await latchkey.revokeOAuth2Token({ token }, { authorization });
        note("revoked", token);
      }
      if (round % 4 === 2) note("clients", await register(latchkey));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, loop));
  const refusal = ends.find((end) => end.status === "rejected" && end.reason instanceof ApiError);
  assert.equal(refusal, undefined);
  assert.ok(killed !== undefined, "the server went away by itself");
  await killed;
}

async function issue(latchkey: Client): Promise<string> {
  const grant = { grant_type: "client_credentials" };
  return (await latchkey.oauth2Token(grant, { authorization })).access_token;
}

async function register(latchkey: Client): Promise<string> {
  const body = { grant_types: ["client_credentials"] };
  return (await latchkey.createOAuth2Client({ body })).client_id;
}

async function compareWithLedger(latchkey: Client, ledger: Ledger): Promise<void> {
  const isActive = async (token: string): Promise<boolean> =>
    (await latchkey.introspectOAuth2Token({ token })).active;
  const isKnown = async (id: string): Promise<boolean> =>
    (await latchkey.call("getOAuth2Client", { id })).ok;

  assert.deepEqual(await those(ledger.tokens, async (token) => !(await isActive(token))), []);
  assert.deepEqual(await those(ledger.revoked, isActive), []);
  assert.deepEqual(await those(ledger.clients, async (id) => !(await isKnown(id))), []);
}

/** Those for which the question is answered yes, asked a few at a time. */
async function those(
  all: ReadonlySet<string>,
  ask: (one: string) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  const left = all.values();
  const work = async (): Promise<void> => {
    for (const one of left) if (await ask(one)) found.push(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return found;
}
