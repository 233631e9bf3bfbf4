import assert from "node:assert/strict";
import { test } from "node:test";

import { issueCsrfToken, verifyCsrfToken } from "./csrf.ts";
import type { PageRequest } from "./exchange.ts";

const options = { cookie_secrets: ["a secret of the pages"], secure_cookies: true };

test("a form submitted with its cookie is accepted", () => {
  const { csrf, set_cookie } = issueCsrfToken("c1", from(), options);
  assert.equal(verifyCsrfToken("c1", csrf, from(set_cookie), options), undefined);
});

const rejected: [string, (csrf: string) => string | null, string][] = [
  ["without a token", () => null, "c1"],
  ["with an empty token", () => "", "c1"],
  ["with a token cut short", (csrf) => csrf.slice(1), "c1"],
  ["for another challenge", (csrf) => csrf, "c2"],
];

for (const [title, change, challenge] of rejected) {
  test(`a form ${title} is rejected`, () => {
    const { csrf, set_cookie } = issueCsrfToken("c1", from(), options);
    const rejection = verifyCsrfToken(challenge, change(csrf), from(set_cookie), options);
    assert.equal(rejection, "token_mismatch");
  });
}

test("a token is not valid in another browser", () => {
  const mallory = issueCsrfToken("c1", from(), options);
  const alice = issueCsrfToken("c1", from(), options);
  assert.equal(
    verifyCsrfToken("c1", mallory.csrf, from(alice.set_cookie), options),
    "token_mismatch",
  );
});

test("while secrets are rotated, a server accepts the forms of one that signs with another", () => {
  const ahead = { ...options, cookie_secrets: ["new", "old"] };
  const behind = { ...options, cookie_secrets: ["old", "new"] };
  for (const [issuer, verifier] of [
    [ahead, behind],
    [behind, ahead],
  ] as const) {
    const { csrf, set_cookie } = issueCsrfToken("c1", from(), issuer);
    assert.equal(verifyCsrfToken("c1", csrf, from(set_cookie), verifier), undefined);
    assert.equal(verifyCsrfToken("c1", csrf, from(set_cookie), options), "token_mismatch");
  }
});

test("a missing or malformed cookie is reported", () => {
  const { csrf } = issueCsrfToken("c1", from(), options);
  assert.equal(verifyCsrfToken("c1", csrf, from(), options), "cookie_missing");
  assert.equal(
    verifyCsrfToken("c1", csrf, from("__Host-latchkey_sign_in=short"), options),
    "cookie_missing",
  );
});

test("tabs share one cookie", () => {
  const first = issueCsrfToken("c1", from(), options);
  const second = issueCsrfToken("c2", from(first.set_cookie), options);
  assert.equal(second.set_cookie, undefined);
  assert.equal(verifyCsrfToken("c1", first.csrf, from(first.set_cookie), options), undefined);
  assert.equal(verifyCsrfToken("c2", second.csrf, from(first.set_cookie), options), undefined);
});

test("the cookie has the __Host- prefix over https only", () => {
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  const secure = issueCsrfToken("c1", from(), options).set_cookie ?? "";
  assert.match(secure, /^__Host-latchkey_sign_in=[\w-]{22}; /);
  assert.ok(secure.endsWith(`${attributes}; Secure`));
  const plain =
    issueCsrfToken("c1", from(), { ...options, secure_cookies: false }).set_cookie ?? "";
  assert.match(plain, /^latchkey_sign_in=/);
  assert.ok(plain.endsWith(attributes));
});

function from(set_cookie?: string): PageRequest {
  const cookie = set_cookie && `theme=dark; ${set_cookie.split(";")[0]}`;
  return {
    method: "POST",
    path: "/login",
    query: new URLSearchParams(),
    headers: { cookie },
    body: "",
  };
}
