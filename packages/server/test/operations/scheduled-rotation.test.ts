import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeProtectedHeader } from "jose";
import { rotateKeys } from "../../src/jobs/key-rotation.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { type Machine, registerMachine, tokenOf } from "./machine.ts";

const SET = "hydra.jwt.access-token";
const [HOUR, DAY] = [3_600, 86_400];
const byHand = { "strategies.access_token": "jwt", "ttl.access_token": "1h" };
const scheduled = { ...byHand, "oidc.key_rotation.access_token.every": "720h" };
const EVERY = 30 * DAY;

const run = ({ server }: TestServer, holder = "a server") => rotateKeys(server.context, holder);

async function signerOf({ latchkey }: TestServer, machine: Machine): Promise<string> {
  return decodeProtectedHeader(await tokenOf(latchkey, machine)).kid ?? "";
}

async function statesOf({ latchkey }: TestServer) {
  return (await latchkey.listSigningKeys({ set: SET })).map(({ kid, state }) => [kid, state]);
}

function at(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000", "");
}

async function gaugesOf({ fetch }: TestServer): Promise<readonly string[]> {
  const page = await (await fetch("http://admin.test/metrics/prometheus")).text();
  return page
    .split("\n")
    .filter((line) => /^latchkey_(signing_key|next_signing)/.test(line) && line.includes(SET));
}

test("a key is announced, signs, is retired and deleted: in responses, metrics and the audit", async () => {
  const world = await startTestServer(scheduled);
  const { clock, latchkey } = world;
  const photos = await registerMachine(latchkey);
  const first = await signerOf(world, photos);
  const start = clock.now;
  await run(world);
  assert.deepEqual(await latchkey.listSigningKeys({ set: SET }), [
    {
      kid: first,
      alg: "RS256",
      state: "signing",
      signing_since: at(start),
      next_key_at: at(start + EVERY - DAY),
    },
  ]);
  const labels = `set="${SET}",alg="RS256"`;
  assert.deepEqual(await gaugesOf(world), [
    `latchkey_signing_keys{${labels},state="announced"} 0`,
    `latchkey_signing_keys{${labels},state="signing"} 1`,
    `latchkey_signing_keys{${labels},state="retired"} 0`,
    `latchkey_signing_key_age_seconds{${labels}} 0`,
    `latchkey_next_signing_key_seconds{${labels}} ${EVERY}`,
  ]);

  clock.now = start + EVERY - DAY - 1;
  await run(world);
  assert.deepEqual(await statesOf(world), [[first, "signing"]]);
  clock.now += 1;
  await run(world);
  const [announced, signing] = await latchkey.listSigningKeys({ set: SET });
  const next = announced?.kid ?? "";
  assert.deepEqual(announced, {
    kid: next,
    alg: "RS256",
    state: "announced",
    signs_from: at(start + EVERY),
  });
  assert.equal(signing?.deleted_at, at(start + EVERY + HOUR + 30 * DAY));
  assert.ok((await latchkey.wellKnown()).keys.some(({ kid }) => kid === next));
  assert.equal(await signerOf(world, photos), first);

  clock.now += DAY;
  await run(world);
  assert.equal(await signerOf(world, photos), next);
  assert.deepEqual(await statesOf(world), [
    [next, "signing"],
    [first, "retired"],
  ]);
  assert.deepEqual((await gaugesOf(world)).slice(1, 4), [
    `latchkey_signing_keys{${labels},state="signing"} 1`,
    `latchkey_signing_keys{${labels},state="retired"} 1`,
    `latchkey_signing_key_age_seconds{${labels}} 0`,
  ]);

  clock.now = start + EVERY + HOUR + 30 * DAY - 1;
  await run(world); // By then, the key after the next is announced, too.
  assert.deepEqual((await statesOf(world)).slice(1), [
    [next, "signing"],
    [first, "retired"],
  ]);
  clock.now += 1;
  await run(world);
  assert.ok(!(await latchkey.wellKnown()).keys.some(({ kid }) => kid === first));

  const entries = await latchkey.listAuditEntries({ object_type: "key_set", object_id: SET });
  const ofServer = entries.filter(({ operation }) => operation === "key-rotation").toReversed();
  assert.deepEqual(
    ofServer.map(({ action, caller }) => [action, caller.kind]),
    ["key_added", "signing_key_changed", "key_added", "key_deleted"].map((action) => [
      action,
      "server",
    ]),
  );
  assert.deepEqual(ofServer[1]?.before, { signing_key: first });
  assert.deepEqual(ofServer[1].after, { signing_key: next });
  await run(world);
  const after = await latchkey.listAuditEntries({ object_type: "key_set", object_id: SET });
  assert.equal(after.length, entries.length, "no step is taken twice");
});

test("a key that was added by hand takes the same path, and the schedule continues from there", async () => {
  const world = await startTestServer(scheduled);
  const { clock, latchkey } = world;
  const photos = await registerMachine(latchkey);
  const first = await signerOf(world, photos);
  clock.now += 5 * DAY;
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "ES256", kid: "by hand" } });
  assert.equal(await signerOf(world, photos), first, "it is announced for a day");
  clock.now += DAY;
  assert.equal(await signerOf(world, photos), "by hand");
  clock.now += EVERY - DAY;
  await run(world);
  const [next, ...others] = await latchkey.listSigningKeys({ set: SET });
  assert.deepEqual([next?.state, next?.alg], ["announced", "ES256"], "like the key that signs");
  assert.deepEqual(
    others.map(({ kid, state }) => [kid, state]),
    [
      ["by hand", "signing"],
      [first, "retired"],
    ],
  );
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "now" }, sign_now: true });
  assert.equal(await signerOf(world, photos), "now");
});

test("without a schedule nothing is announced or deleted, and it is recorded which key signs", async () => {
  const world = await startTestServer(byHand);
  const { clock, latchkey } = world;
  const photos = await registerMachine(latchkey);
  const first = await signerOf(world, photos);
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "next" } });
  clock.now += HOUR;
  await run(world);
  clock.now += 1_000 * DAY;
  await run(world);
  assert.deepEqual(await statesOf(world), [
    ["next", "signing"],
    [first, "retired"],
  ]);
  const [entry] = await latchkey.listAuditEntries({ object_type: "key_set", object_id: SET });
  assert.deepEqual(entry?.after, { signing_key: "next" });
});

test("a key is kept for tokens whose lifespan another server has recorded", async () => {
  const [one, two] = await startTwoServers(scheduled);
  const lifespan = "2000h";
  const photos = await registerMachine(one.latchkey);
  const archive = await registerMachine(one.latchkey, {
    client_id: "archive",
    client_credentials_grant_access_token_lifespan: lifespan,
  });
  const first = await signerOf(one, photos);
  const advance = async (seconds: number): Promise<void> => {
    for (const { clock } of [one, two]) clock.now += seconds;
    await run(one);
    await two.server.context.store.refresh();
  };
  await advance(EVERY - DAY);
  await one.server.context.store.refresh();
  await one.latchkey.listSigningKeys({ set: SET }); // Cached by the one, before the other records.
  assert.equal(await signerOf(two, archive), first);
  await advance(DAY);
  await advance(30 * DAY + HOUR);
  const kids = async () => (await statesOf(two)).map(([kid]) => kid);
  assert.equal((await kids()).at(-1), first);
  await assert.rejects(one.latchkey.retireSigningKey({ set: SET, kid: first }), /may be valid/);
  await advance(2_000 * HOUR - HOUR - 1);
  assert.equal((await kids()).at(-1), first, "also when nothing needs the key after it any more");
  await advance(1);
  assert.ok(!(await kids()).includes(first));
});

test("many servers announce one key", async () => {
  const worlds = await startTwoServers(scheduled);
  const [one] = worlds;
  const photos = await registerMachine(one.latchkey);
  await signerOf(one, photos);
  for (const world of worlds) world.clock.now += EVERY;
  await Promise.all([0, 1, 2, 3].map((index) => run(worlds[index % 2] ?? one, `of ${index}`)));
  assert.equal((await statesOf(one)).length, 2);
});
