import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import { mintOpaqueToken } from "../../src/crypto/opaque-token.ts";
import { sweep } from "../../src/jobs/sweeper.ts";
import type { Store } from "../../src/store/port/store.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { databases } from "./databases.ts";

const CALLERS = 4;
const BATCH = 5_000;

const EXPIRED_TOKENS = 20_000;

for (const { name, emptyDsn } of databases) {
  it(`${name}: ${EXPIRED_TOKENS} expired tokens go while requests are answered`, async () => {
    const server = await startTestServer({ dsn: await emptyDsn() });
    const { context } = server.server;
    // The server's own sweeper must not win while the table is filled.
    await context.store.leases.take("sweeper", "a sweeper of this test", server.clock.now, 3_600);
    await server.latchkey.createOAuth2Client({ body: photos });
    const kept = await issueToken(server);
    const expired = await leaveExpiredTokens(context.store, EXPIRED_TOKENS, server.clock.now);

    const calls = keepCalling(server);
    const observed = observeSweeps(context.store, calls);
    await sweep({ ...context, store: observed.store }, "a sweeper of this test");
    const answers = await calls.stop();

    const { found, answered } = observed;
    assert.equal(sum(found), EXPIRED_TOKENS);
    assert.ok(Math.max(...found) <= 1_000, `a batch kept requests waiting: ${found.join()}`);
    assert.ok(
      longestSilence(answered) <= 10,
      `requests waited through batches: ${answered.join()}`,
    );
    assert.ok(answers.every(Boolean), "a token was refused or not active during the sweep");

    const remains = expired.filter((_, index) => index % 100 === 0);
    const finds = await Promise.all(remains.map((each) => context.store.access_tokens.find(each)));
    assert.ok(finds.every((token) => token === undefined));
    assert.equal(await context.store.access_tokens.flush(server.clock.now, server.clock.now, 1), 0);
    assert.equal((await server.latchkey.introspectOAuth2Token({ token: kept })).active, true);
  });
}

const photos = {
  client_id: "photos",
  client_secret: "correct horse battery staple",
  grant_types: ["client_credentials"],
};

async function issueToken({ latchkey }: TestServer): Promise<string> {
  const authorization = basic(photos.client_id, photos.client_secret);
  const grant = { grant_type: "client_credentials" };
  return (await latchkey.oauth2Token(grant, { authorization })).access_token;
}

/** Leaves tokens that ended before now, as they would lie there after an hour; answers their signatures. */
async function leaveExpiredTokens(
  { access_tokens }: Store,
  count: number,
  now: number,
): Promise<Buffer[]> {
  const signatures: Buffer[] = [];
  for (let issued_at = now - 7_200; signatures.length < count; issued_at += 1) {
    const expires_at = issued_at + 3_600;
    const mint = (): Buffer => mintOpaqueToken(expires_at * 1000).signature;
    const batch = Array.from({ length: BATCH }, mint);
    const issue = (signature: Buffer): Promise<void> =>
      access_tokens.issue({
        signature,
        client_id: photos.client_id,
        client_epoch: 1,
        subject: photos.client_id,
        scope: [],
        audience: [],
        issued_at,
        expires_at,
        details: undefined,
        sources: undefined,
      });
    await Promise.all(batch.map(issue));
    signatures.push(...batch);
  }
  return signatures;
}

interface Calls {
  readonly answers: readonly boolean[];
  stop(): Promise<readonly boolean[]>;
}

/** Callers who ask for a token and look it up, again and again. An answer is whether the token was good. */
function keepCalling(server: TestServer): Calls {
  const answers: boolean[] = [];
  const stop = new AbortController();
  const call = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const token = await issueToken(server);
      answers.push((await server.latchkey.introspectOAuth2Token({ token })).active);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, call));
  return {
    answers,
    async stop() {
      stop.abort();
      await callers;
      return answers;
    },
  };
}

/** The same store, which notes what each batch found and how many calls had been answered when it began. */
function observeSweeps(store: Store, { answers }: Calls) {
  const found: number[] = [];
  const answered: number[] = [];
  const observed: Store = {
    ...store,
    async sweep(now, limit) {
      answered.push(answers.length);
      const rows = await store.sweep(now, limit);
      found.push(rows);
      return rows;
    },
  };
  return { store: observed, found, answered };
}

/** The most batches in a row that began with no new answer. */
function longestSilence(answered: readonly number[]): number {
  let longest = 0;
  let silent = 0;
  for (const [index, count] of answered.entries()) {
    silent = count === answered[index - 1] ? silent + 1 : 0;
    longest = Math.max(longest, silent);
  }
  return longest;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
