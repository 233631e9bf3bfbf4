import assert from "node:assert/strict";
import { test } from "node:test";

import { issueTicket, verifyTicket } from "./csrf.ts";
import type { PageRequest } from "./exchange.ts";

const options = { cookie_secret: "a secret of the pages", secure_cookies: true };

test("a form that comes back with its cookie is believed", () => {
  const { csrf, set_cookie } = issueTicket("c1", from(), options);
  assert.equal(verifyTicket("c1", csrf, from(set_cookie), options), undefined);
});

const disbelieved: [string, (csrf: string) => string | null, string][] = [
  ["without a token", () => null, "c1"],
  ["with an empty token", () => "", "c1"],
  ["with a token cut short", (csrf) => csrf.slice(1), "c1"],
  ["for another challenge", (csrf) => csrf, "c2"],
];

for (const [title, change, challenge] of disbelieved) {
  test(`a form ${title} is not believed`, () => {
    const { csrf, set_cookie } = issueTicket("c1", from(), options);
    const rejection = verifyTicket(challenge, change(csrf), from(set_cookie), options);
    assert.equal(rejection, "token_mismatch");
  });
}

test("mallory's token does not work in alice's browser", () => {
  const mallory = issueTicket("c1", from(), options);
  const alice = issueTicket("c1", from(), options);
  assert.equal(verifyTicket("c1", mallory.csrf, from(alice.set_cookie), options), "token_mismatch");
});

test("a browser that keeps no cookies is told so", () => {
  const { csrf } = issueTicket("c1", from(), options);
  assert.equal(verifyTicket("c1", csrf, from(), options), "cookie_missing");
  assert.equal(
    verifyTicket("c1", csrf, from("__Host-latchkey_sign_in=short"), options),
    "cookie_missing",
  );
});

test("a second tab keeps the first one's cookie", () => {
  const first = issueTicket("c1", from(), options);
  const second = issueTicket("c2", from(first.set_cookie), options);
  assert.equal(second.set_cookie, undefined);
  assert.equal(verifyTicket("c1", first.csrf, from(first.set_cookie), options), undefined);
  assert.equal(verifyTicket("c2", second.csrf, from(first.set_cookie), options), undefined);
});

test("over https no subdomain can plant the cookie, over http it still works", () => {
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  const secure = issueTicket("c1", from(), options).set_cookie ?? "";
  assert.match(secure, /^__Host-latchkey_sign_in=[\w-]{22}; /);
  assert.ok(secure.endsWith(`${attributes}; Secure`));
  const plain = issueTicket("c1", from(), { ...options, secure_cookies: false }).set_cookie ?? "";
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
