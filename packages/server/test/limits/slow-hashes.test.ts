import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { withIdentity } from "../support/identity.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const SECRET = "a secret that a user chose";
const machine = {
  grant_types: ["client_credentials"],
  token_endpoint_auth_method: "client_secret_post",
} as const;
const FORM = "application/x-www-form-urlencoded";

/** A server with a client, music, that chose its secret, another one, photos, and an account. */
async function startWorld(settings: Readonly<Record<string, unknown>> = {}): Promise<TestServer> {
  const world = await startTestServer({ "serve.trusted_proxies": ["127.0.0.0/8"], ...settings });
  for (const client_id of ["photos", "music"]) {
    await world.latchkey.createOAuth2Client({
      body: { ...machine, client_id, client_secret: SECRET },
    });
  }
  await accountsOf(world.server).add({ username: "alice", password: "wonderland" });
  return world;
}

/** Asks for a token from an address behind the proxy. */
function askForToken(
  world: TestServer,
  client_id: string,
  client_secret: string,
  address: string,
): Promise<Response> {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  return world.fetch("http://public.test/oauth2/token", {
    method: "POST",
    headers: { "Content-Type": FORM, "X-Forwarded-For": address },
    body: body.toString(),
  });
}

/** Wrong secrets, all at once, and how many are answered already. */
function guess(world: TestServer, count: number, client_id: string, address: string) {
  const answered: number[] = [];
  const all = Array.from({ length: count }, async (_, index) => {
    const response = await askForToken(world, client_id, `guess ${index}`, address);
    answered.push(response.status);
    return response;
  });
  return { answered, first: Promise.race(all), all: Promise.all(all) };
}

async function hits(world: TestServer, limit: string): Promise<number> {
  const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
  const line = page
    .split("\n")
    .find((each) => each.startsWith(`latchkey_limit_hits_total{limit="${limit}"}`));
  return Number(line?.split(" ")[1] ?? 0);
}

describe("wrong client secrets, many at once", () => {
  test("80 of them do not keep a sign-in waiting", async () => {
    const settings = {
      "limits.hash.queue_length_per_caller": 100,
      "limits.hash.longest_wait": "5m",
      "limits.rate.client_secrets": 0,
    };
    const world = await startWorld(settings);
    const guesses = guess(world, 80, "photos", "203.0.113.1");
    await guesses.first; // All the others are in the queue.
    const alice = await accountsOf(world.server).authenticate("alice", "wonderland", "192.0.2.1");
    assert.ok(alice !== undefined && "subject" in alice);
    // Passwords have a thread of their own: while one was checked, only a few secrets were.
    assert.ok(guesses.answered.length < 40, `${guesses.answered.length} guesses came first`);
    const responses = await guesses.all;
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([401]));
  });

  test("do not wait in the queue of the passwords", async () => {
    const world = await startWorld();
    const checking = Promise.withResolvers<void>();
    const alice = { address: "192.0.2.1", name: "alice" };
    const checked = withIdentity(world.server.context).identity.password_lanes.own.run(
      alice,
      () => checking.promise,
    );
    assert.equal((await askForToken(world, "photos", SECRET, "192.0.2.1")).status, 200);
    checking.resolve();
    await checked;
  });

  test("400 of them do not shut out an honest client, another or the same", async () => {
    const world = await startWorld({ "limits.hash.longest_wait": "5m" });
    const guesses = guess(world, 400, "photos", "203.0.113.1");
    const honest = [
      await askForToken(world, "music", SECRET, "192.0.2.1"),
      await askForToken(world, "photos", SECRET, "192.0.2.2"),
    ];
    assert.deepEqual(
      honest.map(({ status }) => status),
      [200, 200],
    );
    const responses = await guesses.all;
    for (const { status, headers } of responses) {
      assert.ok([401, 429, 503].includes(status), String(status));
      if (status !== 401) assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    }
    assert.equal(responses.filter(({ status }) => status === 401).length <= 30, true);
    assert.ok((await hits(world, "limits.rate.client_secrets")) > 0);
  });

  test("the same from one address, with no rate limit: the newest gets in", async () => {
    const world = await startWorld({
      "limits.rate.client_secrets": 0,
      "limits.hash.longest_wait": "5m",
    });
    const guesses = guess(world, 400, "photos", "203.0.113.1");
    const honest = await askForToken(world, "photos", SECRET, "203.0.113.1");
    assert.equal(honest.status, 200, await honest.text());
    const responses = await guesses.all;
    const refused = responses.filter(({ status }) => status === 503);
    assert.ok(refused.length > 300);
    const [first] = refused;
    assert.deepEqual(await first?.json(), {
      error: "temporarily_unavailable",
      error_description: "Too many secrets are being checked at once. Try again in a moment.",
      status_code: 503,
    });
    assert.ok((await hits(world, "limits.hash.queue_length_per_caller")) > 300);
  });
});

describe("a throttle on guessing client secrets", () => {
  test("limits the address that guesses, for the client it guesses, and no other", async () => {
    const world = await startWorld({ "limits.rate.client_secrets": 2 });
    const statuses: number[] = [];
    for (const secret of ["one", "two", "three", SECRET])
      statuses.push((await askForToken(world, "photos", secret, "203.0.113.1")).status);
    assert.deepEqual(statuses, [401, 401, 429, 429]);

    const elsewhere = await askForToken(world, "photos", SECRET, "192.0.2.1");
    assert.equal(elsewhere.status, 200);
    const other = await askForToken(world, "music", SECRET, "203.0.113.1");
    assert.equal(other.status, 200);
    // A secret that is known to be right is not held up, wherever it comes from.
    assert.equal((await askForToken(world, "photos", SECRET, "203.0.113.1")).status, 200);
  });

  test("ends with the minute", async () => {
    const world = await startWorld({ "limits.rate.client_secrets": 1 });
    await askForToken(world, "photos", "one", "203.0.113.1");
    const refused = await askForToken(world, "photos", SECRET, "203.0.113.1");
    assert.equal(refused.status, 429);
    world.clock.now += Number(refused.headers.get("retry-after"));
    assert.equal((await askForToken(world, "photos", SECRET, "203.0.113.1")).status, 200);
  });

  test("counts a generated secret never: it cannot be guessed", async () => {
    const world = await startWorld({ "limits.rate.client_secrets": 1 });
    const { client_secret = "" } = await world.latchkey.createOAuth2Client({
      body: { ...machine, client_id: "generated" },
    });
    for (const secret of ["one", "two", "three"])
      assert.equal((await askForToken(world, "generated", secret, "203.0.113.1")).status, 401);
    const honest = await askForToken(world, "generated", client_secret, "203.0.113.1");
    assert.equal(honest.status, 200);
  });
});

describe("sign-ins, many at once", () => {
  test("get a 503 with Retry-After when they would wait too long, and do not count as failures", async () => {
    const world = await startWorld({ "limits.hash.queue_length_per_caller": 1 });
    const accounts = accountsOf(world.server);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => accounts.authenticate("alice", "wonderland", "192.0.2.1")),
    );
    const busy = outcomes.filter((outcome) => outcome !== undefined && "retry_after" in outcome);
    assert.deepEqual(busy, [{ retry_after: 5 }, { retry_after: 5 }, { retry_after: 5 }]);
    assert.equal(await hits(world, "limits.hash.queue_length_per_caller"), 3);
  });
});
