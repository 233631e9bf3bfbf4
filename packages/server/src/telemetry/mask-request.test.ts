import assert from "node:assert/strict";
import { test } from "node:test";
import { maskUrl, scrub, secretsIn, showParameters } from "./mask-request.ts";

const parameters: [string, string, string, string][] = [
  ["a client_id is shown", "client_id", "photos", "photos"],
  ["a scope is shown", "scope", "openid offline", "openid offline"],
  ["a token in a scope is not", "scope", `openid lk_rt_${"a".repeat(40)}`, "openid …"],
  ["a long scope is cut before it is read", "scope", `${"eyJ".repeat(1_000)} openid`, "…"],
  ["of a long secret, six characters", "state", "abcdefgh".repeat(4), "abcdef…"],
  ["of a short one, a quarter", "nonce", "abcdefgh", "ab…"],
  ["of a very short one, nothing", "state", "abc", "…"],
  ["of a password, nothing", "password", "correct horse battery staple", "…"],
  ["of a client's secret, nothing", "client_secret", "s".repeat(40), "…"],
  ["of a challenge, six", "login_challenge", "c".repeat(43), "cccccc…"],
  ["an unknown parameter is masked", "favourite_colour", "ultramarine blue", "ultr…"],
  [
    "a redirect_uri has its query masked",
    "redirect_uri",
    "https://p.example/cb",
    "https://p.example/cb",
  ],
  [
    "and not its secrets",
    "redirect_uri",
    "https://u:p@p.example/cb?code=abcdefghijklmnop&scope=a#access_token=abcdefghijkl",
    "https://p.example/cb?code=abcd…&scope=a#access_token=abc…",
  ],
];

for (const [title, name, value, expected] of parameters) {
  test(title, () => {
    assert.deepEqual(showParameters([[name, value]]), { [name]: expected });
  });
}

test("a parameter with an unusual name is left out", () => {
  assert.deepEqual(
    showParameters([
      ["lk_ac_SECRET", "x"],
      ["with space", "y"],
    ]),
    {},
  );
});

const urls: [string, string][] = [
  ["/login?login_challenge=abcdefghijklmnopqrstuvwxyz", "/login?login_challenge=abcdef…"],
  ["com.example.app:/callback?code=abcdefghijkl", "com.example.app:/callback?code=abc…"],
  ["https://p.example/cb?ABC", "https://p.example/cb?…"],
  ["not a url", "no…"],
];

for (const [url, expected] of urls) {
  test(`${url} is shown as ${expected}`, () => assert.equal(maskUrl(url), expected));
}

test("masked values are removed from error descriptions", () => {
  const secrets = secretsIn([
    ["state", "opensesame"],
    ["client_id", "photos"],
    ["nonce", "short"],
  ]);
  const sentence = `photos sent opensesame and lk_at_${"x".repeat(43)} and eyJhbGciOi.eyJz.c2ln`;
  assert.equal(scrub(sentence, secrets), "photos sent … and … and …");
});
