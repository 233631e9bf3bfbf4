import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";

import { reveal, Secret } from "./secret.ts";

const secret = new Secret("lk_wat_alice");

const renderings: [string, unknown][] = [
  ["String", String(secret)],
  ["a sentence", "Bearer ".concat(String(secret))],
  ["JSON", JSON.stringify({ secret })],
  ["inspect", inspect(secret)],
  ["inspect, everything", inspect(secret, { showHidden: true, getters: true, depth: 9 })],
  [
    "inspect, nothing custom",
    inspect(secret, { showHidden: true, getters: true, customInspect: false }),
  ],
  ["format %s %o %O %j", format("%s %o %O %j", secret, secret, secret, secret)],
  ["spread", inspect(Object.assign({}, secret), { showHidden: true })],
  ["a structured clone", inspect(structuredClone(secret), { showHidden: true })],
  ["its own keys", String(Reflect.ownKeys(secret))],
];

for (const [title, rendering] of renderings) {
  test(`a secret does not show in ${title}`, () => {
    assert.doesNotMatch(String(rendering), /lk_wat_alice/);
  });
}

test("a secret is revealed on request", () => {
  assert.equal(secret.reveal(), "lk_wat_alice");
  assert.equal(reveal(secret, "token"), "lk_wat_alice");
  assert.equal(reveal("lk_wat_bob", "token"), "lk_wat_bob");
});

test("there is no empty secret to send", () => {
  for (const empty of ["", new Secret("")]) {
    assert.throws(() => reveal(empty, "token"), new TypeError("token must not be empty."));
  }
});
