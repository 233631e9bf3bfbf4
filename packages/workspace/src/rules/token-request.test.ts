import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "../../../server/src/oauth/example-form.ts";
import { parseTokenBody, parseTokenRequest } from "./token-request.ts";

const code = {
  grant_type: "authorization_code",
  code: "lk_wac_1",
  redirect_uri: undefined,
  external_account: undefined,
  code_verifier: undefined,
};
const refresh = { grant_type: "refresh_token", refresh_token: "lk_wrt_1" };
const asked = { grant_type: "authorization_code", code: "lk_wac_1" };
const account = { key: "k1", name: "Alice's photos" };

describe("RFC 6749 §4.1.3, §6: token requests that can be read", () => {
  const table: [title: string, json: unknown, request: unknown][] = [
    ["a code alone", asked, code],
    [
      "a code with everything",
      {
        ...asked,
        redirect_uri: "https://a.example",
        external_account: account,
        code_verifier: "v",
      },
      { ...code, redirect_uri: "https://a.example", external_account: account, code_verifier: "v" },
    ],
    ["a refresh token", refresh, refresh],
    ["unknown fields", { ...refresh, state: 1, token_type_hint: [] }, refresh],
    ["a refresh with a code and a scope", { ...refresh, code: 7, scope: "x" }, refresh],
    ["a code with a refresh token", { ...asked, refresh_token: {} }, code],
    ["null for what is optional", { ...asked, redirect_uri: null, external_account: null }, code],
    ["nothing for what is optional", { ...asked, redirect_uri: "", external_account: "" }, code],
    ["an account left empty", { ...asked, external_account: { key: "", name: "" } }, code],
    ["an account that is an empty object", { ...asked, external_account: {} }, code],
    ["the client_id of the header", { ...refresh, client_id: "photos" }, refresh],
    ["a secret in the body beside Basic", { ...refresh, client_secret: "smile" }, refresh],
    ["the longest code", { ...asked, code: "c".repeat(512) }, { ...code, code: "c".repeat(512) }],
  ];
  for (const [title, json, request] of table) {
    it(title, () => {
      assert.deepEqual(parseTokenRequest({ json }, "photos"), { ok: true, value: request });
    });
  }

  it("a form is read the same, without an account", () => {
    for (const [fields, request] of [
      [{ ...asked, external_account: "k1" }, code],
      [refresh, refresh],
    ] as const) {
      const read = parseTokenRequest({ form: exampleForm(fields) }, "photos");
      assert.deepEqual(read, { ok: true, value: request });
    }
  });
});

describe("RFC 6749 §5.2: token requests that cannot be read", () => {
  const table: [title: string, json: unknown, error: string, about: RegExp][] = [
    ["a list", [], "invalid_request", /object/],
    ["null", null, "invalid_request", /object/],
    ["a string", "grant_type=refresh_token", "invalid_request", /object/],
    ["no grant_type", {}, "invalid_request", /grant_type/],
    ["grant_type null", { grant_type: null }, "invalid_request", /grant_type/],
    ["grant_type as a number", { grant_type: 1 }, "invalid_request", /grant_type/],
    ["an unknown grant_type", { grant_type: "password" }, "unsupported_grant_type", /grant_type/],
    ["no code", { grant_type: "authorization_code" }, "invalid_request", /field code /],
    ["an empty code", { ...asked, code: "" }, "invalid_request", /field code /],
    ["a code that is an object", { ...asked, code: {} }, "invalid_request", /field code /],
    ["a code too long", { ...asked, code: "c".repeat(513) }, "invalid_request", /512/],
    ["no refresh token", { grant_type: "refresh_token" }, "invalid_request", /refresh_token/],
    [
      "a refresh token too long",
      { ...refresh, refresh_token: "r".repeat(4_097) },
      "invalid_request",
      /4096/,
    ],
    ["a redirect_uri as a list", { ...asked, redirect_uri: [] }, "invalid_request", /redirect_uri/],
    [
      "a redirect_uri too long",
      { ...asked, redirect_uri: `https://a.example/${"a".repeat(2_000)}` },
      "invalid_request",
      /2000/,
    ],
    [
      "an account that is a string",
      { ...asked, external_account: "k1" },
      "invalid_request",
      /external_account/,
    ],
    [
      "an account that is a list",
      { ...asked, external_account: ["k1"] },
      "invalid_request",
      /external_account/,
    ],
    [
      "an account without a name",
      { ...asked, external_account: { key: "k1" } },
      "invalid_request",
      /external_account\.name/,
    ],
    [
      "an account without a key",
      { ...asked, external_account: { key: "", name: "n" } },
      "invalid_request",
      /external_account\.key/,
    ],
    [
      "an account with a number for a key",
      { ...asked, external_account: { key: 7, name: "n" } },
      "invalid_request",
      /external_account\.key/,
    ],
    [
      "an account with too long a name",
      { ...asked, external_account: { key: "k1", name: "n".repeat(256) } },
      "invalid_request",
      /external_account\.name/,
    ],
    [
      "an account with half a character",
      { ...asked, external_account: { key: "k1", name: "\ud83d" } },
      "invalid_request",
      /external_account\.name/,
    ],
    ["mallory's client_id", { ...refresh, client_id: "mallory" }, "invalid_request", /client_id/],
    ["a client_id as a number", { ...refresh, client_id: 7 }, "invalid_request", /client_id/],
  ];
  for (const [title, json, error, about] of table) {
    it(`${title} → ${error}`, () => {
      const read = parseTokenRequest({ json }, "photos");
      assert.ok(!read.ok);
      assert.equal(read.error.code, error);
      assert.match(read.error.description, about);
    });
  }

  it("a form with any repeated parameter", () => {
    const form = exampleForm({ ...refresh, state: ["a", "b"] });
    const read = parseTokenRequest({ form }, "photos");
    assert.equal(read.ok ? undefined : read.error.code, "invalid_request");
  });

  it("no description quotes a value of the request", () => {
    const secret = "mallory-was-here".repeat(400);
    for (const name of ["grant_type", "code", "redirect_uri", "client_id", "external_account"]) {
      const read = parseTokenRequest({ json: { ...asked, [name]: secret } }, "photos");
      assert.ok(!read.ok);
      assert.doesNotMatch(read.error.description, /mallory/);
    }
  });
});

describe("the token to revoke or to introspect", () => {
  const table: [title: string, json: unknown, outcome: string | undefined][] = [
    ["a token", { token: "lk_wat_1" }, "lk_wat_1"],
    ["a token and a hint", { token: "lk_wat_1", token_type_hint: "access_token" }, "lk_wat_1"],
    ["one too long to be ours is just unknown", { token: "t".repeat(4_097) }, undefined],
    ["none", {}, "invalid_request"],
    ["an empty one", { token: "" }, "invalid_request"],
    ["null", { token: null }, "invalid_request"],
    ["a number", { token: 7 }, "invalid_request"],
    ["no object", "lk_wat_1", "invalid_request"],
    ["mallory's client_id", { token: "lk_wat_1", client_id: "mallory" }, "invalid_request"],
  ];
  for (const [title, json, outcome] of table) {
    it(`${title} → ${outcome ?? "unknown"}`, () => {
      const read = parseTokenBody({ json }, "photos");
      assert.equal(read.ok ? read.value : read.error.code, outcome);
    });
  }

  it("from a form", () => {
    const read = parseTokenBody({ form: exampleForm({ token: "lk_wat_1" }) }, "photos");
    assert.deepEqual(read, { ok: true, value: "lk_wat_1" });
  });
});
