import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, type Received } from "./caller.ts";
import { authorize, setUpWorkspace, registerIntegration, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

/** A 429 in its shape, with the time to wait in the header and in the body. */
function assertLimited(received: Received | undefined, reason: string, seconds: number): void {
  assert.ok(received !== undefined);
  assertRefused(received, 429, "rate_limited", "standard");
  assert.equal(received.headers.get("retry-after"), String(seconds));
  assert.deepEqual(JSON.parse(received.text).additional_data, {
    rate_limit_reason: reason,
    retry_after: String(seconds),
  });
}

async function openBusyOffice(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const { photos } = await setUpWorkspace(world.latchkey);
  world.clock.now -= world.clock.now % 60;
  return { world, photos, caller: callerOf(world, photos), clock: world.clock };
}

describe("an integration", () => {
  it("has 180 requests a minute over all three routes, and a 429 uses up no code", async () => {
    const { world, photos, caller, clock } = await openBusyOffice();
    const code = await authorize(world, photos);
    for (let round = 1; round <= 60; round += 1) {
      assert.equal((await caller.exchange("x")).status, 400);
      assert.equal((await caller.revoke("x")).status, 200);
      assert.equal(await caller.isActive("x"), false);
    }
    clock.now += 17;
    for (const received of [
      await caller.exchange(code),
      await caller.revoke("x"),
      await caller.post("introspect", { token: "x" }),
      await caller.post("token", "{"),
    ])
      assertLimited(received, "public_api_request_rate_limit", 43);
    clock.now += 42;
    assertLimited(await caller.exchange(code), "public_api_request_rate_limit", 1);

    const other = callerOf(world, await registerIntegration(world.latchkey, { name: "Notes" }));
    assert.equal((await other.revoke("x")).status, 200, "another one's requests are its own");
    clock.now += 1;
    assert.equal((await caller.exchange(code)).status, 200, "the same code, a minute later");
  });

  it("uses up no refresh token by a 429 either", async () => {
    const { world, photos, caller, clock } = await openBusyOffice({
      "workspace.rate_limit.requests": 2,
    });
    const first = JSON.parse((await caller.exchange(await authorize(world, photos))).text);
    await caller.revoke("x");
    assertLimited(await caller.refresh(first.refresh_token), "public_api_request_rate_limit", 60);
    clock.now += 60;
    assert.equal((await caller.refresh(first.refresh_token)).status, 200);
  });

  it("is not limited by unauthenticated requests with its client_id", async () => {
    const { caller, photos } = await openBusyOffice({ "workspace.rate_limit.requests": 3 });
    const authorization = `Basic ${btoa(`${photos.client_id}:guess`)}`;
    for (let round = 1; round <= 10; round += 1)
      assert.equal((await caller.post("revoke", { token: "x" }, { authorization })).status, 401);
    assert.equal((await caller.revoke("x")).status, 200);
  });
});

const FROM = (address: string) => ({ "X-Forwarded-For": address });
const behindProxy = { "serve.trusted_proxies": ["127.0.0.0/8"] };

describe("who fails to authenticate 20 times in a minute", () => {
  const guesses = async ({ caller, photos }: Busy, times: number, headers = {}) => {
    const authorization = `Basic ${btoa(`${photos.client_id}:guess`)}`;
    const received = [];
    for (let round = 1; round <= times; round += 1)
      received.push(await caller.post("token", {}, { authorization, headers }));
    return received;
  };

  it("gets 429 for every further wrong secret, until the minute is over", async () => {
    const office = await openBusyOffice();
    const received = await guesses(office, 24);
    for (const answer of received.slice(0, 20)) assertRefused(answer, 401, "invalid_client");
    for (const answer of received.slice(20))
      assertLimited(answer, "public_api_request_blocked", 60);
    assert.equal(await limitHits(office, "workspace.rate_limit.failed_authentications"), 4);
    office.clock.now += 60;
    for (const answer of await guesses(office, 1)) assertRefused(answer, 401, "invalid_client");
  });

  it("does not lock out the integration itself, not even from the same address", async () => {
    const office = await openBusyOffice();
    const { world, photos, caller } = office;
    const code = await authorize(world, photos);
    await guesses(office, 24);
    assert.equal((await caller.exchange(code)).status, 200);
    assertLimited((await guesses(office, 1))[0], "public_api_request_blocked", 60);
    assert.equal((await caller.revoke("x")).status, 200);
  });

  it("is one caller behind a trusted proxy, and another caller is not blocked with it", async () => {
    const office = await openBusyOffice(behindProxy);
    await guesses(office, 24, FROM("192.0.2.66"));
    const [other = assert.fail()] = await guesses(office, 1, FROM("192.0.2.1"));
    assertRefused(other, 401, "invalid_client");
    const [forged] = await guesses(office, 1, FROM("192.0.2.1, 192.0.2.66"));
    assertLimited(forged, "public_api_request_blocked", 60);
  });

  it("is also turned away without a name that we know", async () => {
    const { caller } = await openBusyOffice({ "workspace.rate_limit.failed_authentications": 3 });
    const guess = (authorization: string | undefined) =>
      caller.post("revoke", { token: "x" }, { authorization });
    for (const name of ["a", "b", "c"])
      assertRefused(await guess(`Basic ${btoa(`${name}:x`)}`), 401, "invalid_client");
    assertLimited(await guess(`Basic ${btoa("d:x")}`), "public_api_request_blocked", 60);
    assertLimited(await guess(undefined), "public_api_request_blocked", 60);
    assert.equal((await caller.revoke("x")).status, 200);
  });
});

describe("an address", () => {
  const few = { ...highLimits, "workspace.rate_limit.per_address": 3 };

  it("is limited in unauthenticated requests per minute, for all client_ids together", async () => {
    const office = await openBusyOffice(few);
    const { caller } = office;
    const guess = () =>
      caller.post("revoke", {}, { authorization: `Basic ${btoa(`${crypto.randomUUID()}:x`)}` });
    const headers = { "Service-Version": "yesterday" };
    assertRefused(await guess(), 401, "invalid_client");
    assertRefused(await guess(), 401, "invalid_client");
    assertRefused(await caller.post("token", {}, { headers }), 400, "validation_error", "standard");
    assertLimited(await guess(), "public_api_endpoint_rate_limit", 60);
    assertLimited(
      await caller.post("token", {}, { headers }),
      "public_api_endpoint_rate_limit",
      60,
    );
    assert.equal(await limitHits(office, "workspace.rate_limit.per_address"), 2);
    assert.equal((await caller.revoke("x")).status, 200, "who authenticates is let in");
    office.clock.now += 60;
    assertRefused(await guess(), 401, "invalid_client");
  });

  it("is that of the caller behind a trusted proxy, and 64 bits of an IPv6 address", async () => {
    const { caller } = await openBusyOffice({ ...few, ...behindProxy });
    const guess = (address: string) =>
      caller.post("revoke", {}, { authorization: undefined, headers: FROM(address) });
    for (const host of ["::1", "::2", ":1:2:3:4"])
      assertRefused(await guess(`2001:db8:0:1${host}`), 401, "invalid_client");
    assertLimited(await guess("2001:db8:0:1::9"), "public_api_endpoint_rate_limit", 60);
    assertRefused(await guess("2001:db8:0:2::9"), 401, "invalid_client");
  });

  it("is not limited in requests that authenticate: those count for their integration", async () => {
    const { caller } = await openBusyOffice(few);
    for (let round = 1; round <= 10; round += 1)
      assert.equal((await caller.revoke("x")).status, 200);
  });
});

it("a limit of an integration that is reached is counted under its setting", async () => {
  const office = await openBusyOffice({ "workspace.rate_limit.requests": 2 });
  for (let round = 1; round <= 5; round += 1) await office.caller.revoke("x");
  assert.equal(await limitHits(office, "workspace.rate_limit.requests"), 3);
});

it("the longest body is a setting, and counted when it is reached", async () => {
  const office = await openBusyOffice({ "limits.workspace.body_bytes": 1_024 });
  const body = { token: "x", padding: "a".repeat(1_024) };
  const received = await office.caller.post("revoke", body);
  assert.match(assertRefused(received, 413, "invalid_request"), /1024 bytes/);
  assert.equal(await limitHits(office, "limits.workspace.body_bytes"), 1);
});

type Busy = Awaited<ReturnType<typeof openBusyOffice>>;

async function limitHits({ world }: Busy, limit: string): Promise<number> {
  const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
  const line = page
    .split("\n")
    .find((one) => one.startsWith(`latchkey_limit_hits_total{limit="${limit}"}`));
  return Number(line?.split(" ")[1] ?? 0);
}
