import assert from "node:assert/strict";
import { test } from "node:test";

import { decodeIdToken, findIdTokenProblem } from "./id-token.ts";

const expectation = { issuer: "http://op", client_id: "demo", nonce: "n", now: 1_000 };
const claims = { iss: "http://op", aud: ["demo"], exp: 2_000, nonce: "n", sub: "alice" };

const tokens: [string, object, RegExp | undefined][] = [
  ["is ours", {}, undefined],
  ["names us alone", { aud: "demo" }, undefined],
  ["is from somewhere else", { iss: "http://mallory" }, /is from http:\/\/mallory/],
  ["has another audience", { aud: ["photos"] }, /another client/],
  ["expired this second", { exp: 1_000 }, /expired/],
  ["never expires", { exp: undefined }, /expired/],
  ["belongs to another request", { nonce: "m" }, /nonce/],
];

for (const [title, change, problem] of tokens) {
  test(`an ID token that ${title} is ${problem ? "refused" : "accepted"}`, () => {
    const found = findIdTokenProblem({ header: {}, claims: { ...claims, ...change } }, expectation);
    if (problem === undefined) assert.equal(found, undefined);
    else assert.match(found ?? "", problem);
  });
}

test("an ID token that came of a refresh need not repeat the nonce", () => {
  const { nonce: _, ...without } = claims;
  const token = { header: {}, claims: without };
  assert.equal(findIdTokenProblem(token, { ...expectation, nonce: undefined }), undefined);
});

test("what is not a JWT is not decoded", () => {
  for (const text of ["", "a", "a.b.c", "bnVsbA.bnVsbA.x"]) {
    assert.equal(decodeIdToken(text), undefined);
  }
});
