import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { loggableValue } from "./mask-log-fields.ts";

describe("what a log may say", () => {
  const masked: readonly [name: string, value: unknown][] = [
    ["authorization", "Bearer lk_at_x"],
    ["Authorization", "Bearer lk_at_x"],
    ["DPoP", "ey"],
    ["cookie", "session=1"],
    ["Set-Cookie", ["session=1"]],
    ["client_secret", "s3cret"],
    ["clientSecret", "s3cret"],
    ["token", "lk_at_x"],
    ["refresh_token", "lk_rt_x"],
    ["id_token_hint", "ey"],
    ["tokens", ["lk_at_x"]],
    ["password", "hunter2"],
    ["code", "lk_ac_x"],
    ["code", 123456],
    ["code_verifier", "v"],
    ["client_assertion", "ey"],
    ["login_challenge", "c"],
    ["api_key", "lk_key_x"],
    ["dsn", "postgres://latchkey:hunter2@db/latchkey"],
    ["d", "private"],
    ["k", "symmetric"],
  ];
  for (const [name, value] of masked) {
    it(`${name} is masked`, () => assert.equal(loggableValue(name, value, false), "[masked]"));
  }

  const shown: readonly [name: string, value: unknown][] = [
    ["client_id", "photos"],
    ["token_type", "bearer"],
    ["token_use", "access_token"],
    ["token_endpoint_auth_method", "none"],
    ["tokens", 3],
    ["token_count", 3],
    ["error_code", "invalid_grant"],
    ["status_code", 400],
    ["kid", "2026"],
  ];
  for (const [name, value] of shown) {
    it(`${name} is shown`, () => assert.equal(loggableValue(name, value, false), value));
  }

  it("secrets are found inside objects, lists and maps", () => {
    const request = {
      headers: { Authorization: "x", host: "op" },
      clients: [{ client_secret: "x" }],
    };
    assert.deepEqual(loggableValue("request", request, false), {
      headers: { Authorization: "[masked]", host: "op" },
      clients: [{ client_secret: "[masked]" }],
    });
    assert.deepEqual(loggableValue("form", new Map([["code", "x"]]), false), { code: "[masked]" });
  });

  it("secrets are shown when an operator insists", () => {
    assert.equal(loggableValue("token", "lk_at_x", true), "lk_at_x");
  });

  const plain: readonly [what: string, value: unknown, text: string | undefined][] = [
    ["a bigint", 12n, '"12"'],
    ["not a number", Number.NaN, '"NaN"'],
    ["bytes", new Uint8Array(24), '"[24 bytes]"'],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a date that is none", new Date(Number.NaN), '"Invalid Date"'],
    ["a URL, without its query", new URL("https://op/cb?code=x"), '"https://op/cb"'],
    ["a function", () => 1, undefined],
    ["null", null, "null"],
  ];
  for (const [what, value, text] of plain) {
    it(`${what} becomes plain data`, () => {
      assert.equal(JSON.stringify(loggableValue("value", value, false)), text);
    });
  }

  it("a circle ends", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    assert.match(JSON.stringify(loggableValue("circle", circle, false)), /too deep/);
  });
});
