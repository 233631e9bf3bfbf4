import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readJson, readOptionalJson } from "./json.ts";

const request = (body: string, content_type?: string) => ({
  headers: { "content-type": content_type },
  body,
});

describe("a JSON body", () => {
  const read: [string, string, string | undefined, unknown][] = [
    ["is read", '{"client_id":"photos"}', "application/json", { client_id: "photos" }],
    ["may name its charset", "[]", "application/json; charset=utf-8", []],
    ["may be a kind of JSON", "{}", "application/merge-patch+json", {}],
    ["needs no type", "1", undefined, 1],
    ["may spell out an escape", '"\\\\u0000"', undefined, "\\u0000"],
    ["may be null", "null", undefined, null],
    [
      "may hold brackets in strings",
      `["${"[{".repeat(99)}\\"["]`,
      undefined,
      [`${"[{".repeat(99)}"[`],
    ],
  ];
  for (const [name, body, content_type, value] of read) {
    it(name, () => assert.deepEqual(readJson(request(body, content_type)), { ok: true, value }));
  }

  const refused: [string, string, string | undefined, RegExp][] = [
    ["an empty body", "", undefined, /body is empty/],
    ["a blank body", " \r\n", undefined, /body is empty/],
    ["a form", "a=b", "application/x-www-form-urlencoded", /Content-Type: application\/json/],
    ["half a document", '{"client_id":', undefined, /^The body is not valid JSON\.$/],
    ["a byte order mark", "\uFEFF{}", undefined, /not valid JSON/],
    ["a NUL", '{"client_id":"a\\u0000"}', undefined, /NUL/],
    ["a NUL after a backslash", '"\\\\\\u0000"', undefined, /NUL/],
    ["a depth bomb", "[".repeat(513) + "]".repeat(513), undefined, /not valid JSON/],
  ];
  for (const [name, body, content_type, reason] of refused) {
    it(`cannot be ${name}`, () => {
      const result = readJson(request(body, content_type));
      assert.ok(!result.ok);
      assert.equal(result.error.error, "invalid_request");
      assert.match(result.error.error_description, reason);
    });
  }

  it("keeps a __proto__ field as data and changes no prototype", () => {
    const result = readJson(request('{"__proto__":{"admin":true}}'));
    assert.ok(result.ok && typeof result.value === "object" && result.value !== null);
    assert.ok(Object.hasOwn(result.value, "__proto__"));
    assert.equal("admin" in result.value, false);
  });

  it("may be left out where it is optional, but not be broken", () => {
    assert.deepEqual(readOptionalJson(request("", "text/plain")), { ok: true, value: undefined });
    assert.deepEqual(readOptionalJson(request("null")), { ok: true, value: undefined });
    assert.deepEqual(readOptionalJson(request("{}")), { ok: true, value: {} });
    assert.equal(readOptionalJson(request("{")).ok, false);
  });
});
