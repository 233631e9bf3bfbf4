import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loggableError } from "./loggable-error.ts";

const nothing = { headers: {}, search: "", body: "" };

describe("an error for the log", () => {
  it("has its name, message, code, stack and causes", () => {
    const cause = Object.assign(new RangeError("inner"), { code: "ECONNRESET" });
    const { stack, ...rest } = loggableError(new TypeError("outer", { cause }), nothing);
    assert.match(stack ?? "", /^TypeError: outer\n {4}at .*loggable-error\.test\.ts/);
    assert.equal(rest.name, "TypeError");
    assert.equal(rest.cause?.message, "inner");
    assert.equal(rest.cause?.error_code, "ECONNRESET");
  });

  it("ends, also where causes go round in a circle", () => {
    const error = new Error("a");
    error.cause = error;
    assert.ok(JSON.stringify(loggableError(error, nothing)).length < 100_000);
  });

  it("is made of whatever was thrown", () => {
    assert.deepEqual(loggableError("a text", nothing), { name: "string", message: "a text" });
    assert.equal(loggableError(undefined, nothing).name, "undefined");
  });

  const JSON_TYPE = { "content-type": "application/json" };
  const rows: readonly [string, string, Partial<typeof nothing>][] = [
    ["a bearer token", "mallorys-guess", { headers: { authorization: "Bearer mallorys-guess" } }],
    [
      "a Basic header",
      btoa("id:secret"),
      { headers: { authorization: `Basic ${btoa("id:secret")}` } },
    ],
    ["the secret in it", "sec:ret", { headers: { authorization: `Basic ${btoa("id:sec:ret")}` } }],
    ["a cookie", "session-value", { headers: { cookie: "a=b; session=session-value" } }],
    ["the query", "a-code-of-ours", { search: "code=a-code-of-ours&scope=openid" }],
    ["a form", "hunter2-hunter2", { body: "username=alice&password=hunter2-hunter2" }],
    ["JSON", "a-verifier", { headers: JSON_TYPE, body: '{"code_verifier":"a-verifier"}' }],
    ["deep JSON", "a-deep-key", { headers: JSON_TYPE, body: '{"a":[{"key":"a-deep-key"}]}' }],
    ["a token of ours", `lk_wrt_${"A".repeat(40)}`, {}],
    ["a JWT", `eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.`, {}],
  ];
  for (const [what, secret, request] of rows) {
    it(`holds nothing of ${what}`, () => {
      const cause = new Error(`inner ${secret}`);
      const error = new Error(`Before ${secret} after.`, { cause });
      const shown = loggableError(error, { ...nothing, ...request });
      assert.ok(!JSON.stringify(shown).includes(secret), JSON.stringify(shown));
      assert.match(shown.message, /^Before … after\.$/);
      assert.match(shown.stack ?? "", /^Error: Before … after\.\n {4}at /);
    });
  }
});
