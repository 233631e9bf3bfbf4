import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, type Received } from "./caller.ts";
import { authorize, openOffice, registerIntegration } from "./front-door.ts";
import { assertRefused } from "./refusal.ts";

/** Holds a 429 to its shape: how long to wait is told twice, and is told right. */
function assertLimited(received: Received, reason: string, seconds: number): void {
  assertRefused(received, 429, "rate_limited", "standard");
  assert.equal(received.headers.get("retry-after"), String(seconds));
  assert.deepEqual(JSON.parse(received.text).additional_data, {
    rate_limit_reason: reason,
    retry_after: String(seconds),
  });
}

async function openBusyOffice(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const { photos } = await openOffice(world.latchkey);
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

  it("is not charged for requests that somebody else makes in its name", async () => {
    const { caller, photos } = await openBusyOffice({ "workspace.rate_limit.requests": 3 });
    const authorization = `Basic ${btoa(`${photos.client_id}:guess`)}`;
    for (let round = 1; round <= 10; round += 1)
      assert.equal((await caller.post("revoke", { token: "x" }, { authorization })).status, 401);
    assert.equal((await caller.revoke("x")).status, 200);
  });
});

describe("who fails to authenticate 20 times in a minute", () => {
  it("is turned away before the version and the secret are looked at, from this address", async () => {
    const { world, photos, caller, clock } = await openBusyOffice();
    const code = await authorize(world, photos);
    const authorization = `Basic ${btoa(`${photos.client_id}:guess`)}`;
    for (let round = 1; round <= 20; round += 1) {
      const received = await caller.post("token", {}, { authorization });
      assertRefused(received, 401, "invalid_client");
    }
    const blocked = "public_api_request_blocked";
    const headers = { "Service-Version": "yesterday" };
    assertLimited(await caller.post("token", {}, { authorization, headers }), blocked, 60);
    assertLimited(await caller.exchange(code), blocked, 60);

    const other = callerOf(world, await registerIntegration(world.latchkey, { name: "Notes" }));
    assert.equal((await other.revoke("x")).status, 200);
    clock.now += 60;
    assert.equal((await caller.exchange(code)).status, 200);
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

it("an address has 1200 requests a minute, whoever it says it is", async () => {
  const { world, photos, caller, clock } = await openBusyOffice({
    "workspace.rate_limit.requests": 10_000,
  });
  const code = await authorize(world, photos);
  for (let round = 1; round <= 1200; round += 1) await caller.revoke("x");
  assertLimited(await caller.exchange(code), "public_api_endpoint_rate_limit", 60);
  clock.now += 60;
  assert.equal((await caller.exchange(code)).status, 200);
});
