import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { callerOf, install } from "./caller.ts";
import { setUpWorkspace, highLimits } from "./authorization.ts";
import { assertAdminError } from "./admin-error.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;

async function rotateFrom() {
  const { photos } = await setUpWorkspace(latchkey);
  const rotate = async (overlap?: number) => {
    const body = overlap === undefined ? {} : { overlap };
    const { client_secret = "" } = await latchkey.rotateIntegrationSecret({ id: photos.id, body });
    return callerOf(world, { authorization: basic(photos.client_id, client_secret) });
  };
  return { photos, old: callerOf(world, photos), rotate };
}

it("for a day both secrets are valid, then only the new one", async () => {
  const { photos, old, rotate } = await rotateFrom();
  const { access_token } = await install(world, photos);
  const next = await rotate();
  clock.now += 86_399;
  assert.equal(await old.isActive(access_token), true);
  assert.equal(await next.isActive(access_token), true);
  clock.now += 1;
  assertRefused(await old.revoke(access_token), 401, "invalid_client");
  assert.equal(await next.isActive(access_token), true);
});

it("the overlap is as long as requested, and may be 0", async () => {
  const { old, rotate } = await rotateFrom();
  const second = await rotate(10);
  clock.now += 10;
  assertRefused(await old.revoke("x"), 401, "invalid_client");
  const third = await rotate(0);
  assertRefused(await second.revoke("x"), 401, "invalid_client");
  assert.equal((await third.revoke("x")).status, 200);
});

it("each secret is valid for its overlap, also when other rotations follow", async () => {
  const { old, rotate } = await rotateFrom();
  const [second, third] = [await rotate(3600), await rotate(60)];
  for (const caller of [old, second, third]) assert.equal((await caller.revoke("x")).status, 200);
  clock.now += 60;
  assertRefused(await second.revoke("x"), 401, "invalid_client");
  for (const caller of [old, third]) assert.equal((await caller.revoke("x")).status, 200);
  clock.now += 3540;
  assertRefused(await old.revoke("x"), 401, "invalid_client");
});

it("a rotation is refused while five earlier secrets are valid, unless it ends them", async () => {
  const { photos, old, rotate } = await rotateFrom();
  const first = await rotate(3600);
  for (let round = 2; round <= 5; round += 1) await rotate(3600);
  const { id } = photos;
  const refused = await latchkey.call("rotateIntegrationSecret", { id, body: { overlap: 60 } });
  assertAdminError(refused, 409);
  for (const caller of [old, first]) assert.equal((await caller.revoke("x")).status, 200);
  const last = await rotate(0);
  assertRefused(await first.revoke("x"), 401, "invalid_client");
  assert.equal((await last.revoke("x")).status, 200);
});

it("each secret is returned once", async () => {
  const { photos, rotate } = await rotateFrom();
  assert.match(photos.client_secret ?? "", /^lk_cs_[\w-]{32}$/);
  await rotate();
  const { id } = photos;
  const shown = [
    await latchkey.getIntegration({ id }),
    await latchkey.updateIntegration({ id, body: { name: "Photos", capabilities: [] } }),
    ...(await latchkey.listIntegrations()),
  ];
  for (const integration of shown) assert.equal("client_secret" in integration, false);
  for (const operation of ["createIntegration", "rotateIntegrationSecret"] as const) {
    const reply = await latchkey.call(operation, {
      id,
      body: operation === "createIntegration" ? { name: "Notes" } : {},
    });
    assert.equal(reply.status, 201);
    assert.equal(reply.headers.get("cache-control"), "no-store");
  }
});

it("a replacement of the integration leaves its secrets as they were", async () => {
  const { photos, old, rotate } = await rotateFrom();
  const next = await rotate();
  await latchkey.updateIntegration({ id: photos.id, body: { name: "Photos again" } });
  for (const caller of [old, next]) assert.equal((await caller.revoke("x")).status, 200);
});
