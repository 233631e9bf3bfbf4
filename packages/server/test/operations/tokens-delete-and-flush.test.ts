import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, server, fetch, clock } = await startTestServer();
const photos = await registerMachine(latchkey);
const album = await registerMachine(latchkey, { client_id: "album" });

test("every access token of the client is revoked, those of others stay, and new ones are valid", async () => {
  const tokens = [await tokenOf(latchkey, photos), await tokenOf(latchkey, photos)];
  const others = await tokenOf(latchkey, album);
  const reply = await latchkey.call("deleteOAuth2Token", { client_id: "photos" });
  assert.equal(reply.status, 204);
  assert.equal(reply.body, undefined);
  for (const token of tokens) assert.equal(await isActive(latchkey, token), false);
  assert.equal(await isActive(latchkey, others), true);
  assert.equal(await isActive(latchkey, await tokenOf(latchkey, photos)), true);
});

test("deleting the tokens of an unknown client succeeds", async () => {
  assert.equal((await latchkey.call("deleteOAuth2Token", { client_id: "nobody" })).status, 204);
});

test("deleting tokens needs a client_id", async () => {
  for (const query of ["", "?client_id=", "?client=photos"]) {
    const answer = fetch(`http://admin.test/oauth2/tokens${query}`, { method: "DELETE" });
    assertRefused(await receive(answer), 400, "invalid_request");
  }
  assert.equal(await isActive(latchkey, await tokenOf(latchkey, album)), true);
});

test("a flush removes expired tokens before the cut-off, and never a valid one", async () => {
  const early = await tokenOf(latchkey, photos);
  const earlyAt = clock.now;
  clock.now += 1800;
  const late = await tokenOf(latchkey, photos);
  clock.now += 1900;
  assert.deepEqual(
    [await isActive(latchkey, early), await isActive(latchkey, late)],
    [false, true],
  );

  const reply = await latchkey.call("flushInactiveOAuth2Tokens", {
    body: { notAfter: rfc3339(earlyAt) },
  });
  assert.equal(reply.status, 204);
  assert.equal(reply.body, undefined);
  clock.now -= 1900;
  assert.equal(await isActive(latchkey, early), true, "issued at the cut-off, so protected");

  clock.now += 1900;
  await latchkey.flushInactiveOAuth2Tokens({ body: { notAfter: rfc3339(earlyAt + 1) } });
  clock.now -= 1900;
  assert.equal(await isActive(latchkey, early), false, "its row is gone");
  assert.equal(await isActive(latchkey, late), true);
});

/** Ways to say: everything that expired by now. */
const everything: readonly [string, string | undefined][] = [
  ["no body", undefined],
  ["null", "null"],
  ["an empty object", "{}"],
  ["a cut-off that is null", '{"notAfter":null}'],
  ["a cut-off to come, with an offset", '{"notAfter":"2099-12-31T23:59:59.999+02:00"}'],
  ["an unknown field", '{"colour":"red"}'],
];

for (const [title, body] of everything) {
  test(`a flush with ${title} removes all that expired, and nothing else`, async () => {
    const token = await tokenOf(latchkey, photos);
    clock.now += 3000;
    const good = await tokenOf(latchkey, photos);
    clock.now += 601;
    const headers = { "Content-Type": "application/json" };
    const init = body === undefined ? {} : { headers, body };
    const { status } = await fetch("http://admin.test/oauth2/flush", { method: "POST", ...init });
    assert.equal(status, 204);
    assert.equal(await isActive(latchkey, good), true);
    clock.now -= 3601;
    assert.equal(await isActive(latchkey, token), false);
  });
}

test("a flush of more than one batch leaves nothing behind", async () => {
  const tokens = await Promise.all(Array.from({ length: 1_201 }, () => tokenOf(latchkey, photos)));
  clock.now += 3601;
  await latchkey.flushInactiveOAuth2Tokens();
  assert.equal(await server.context.store.access_tokens.flush(clock.now, clock.now, 1), 0);
  clock.now -= 3601;
  assert.equal(await isActive(latchkey, tokens.at(-1) ?? ""), false);
});

for (const body of [
  "{",
  "[]",
  '"now"',
  '{"notAfter":0}',
  '{"notAfter":"yesterday"}',
  '{"notAfter":"2026-13-01T00:00:00Z"}',
  '{"notAfter":"2026-01-01"}',
]) {
  test(`a flush with ${body} is invalid_request`, async () => {
    const headers = { "Content-Type": "application/json" };
    const answer = fetch("http://admin.test/oauth2/flush", { method: "POST", headers, body });
    assertRefused(await receive(answer), 400, "invalid_request");
  });
}

function rfc3339(at: number): string {
  return new Date(at * 1000).toISOString();
}
