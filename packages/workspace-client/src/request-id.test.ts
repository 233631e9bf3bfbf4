import assert from "node:assert/strict";
import { test } from "node:test";

import { defaultRequestIdHeaders, findRequestId } from "./request-id.ts";

const found: [unknown, Record<string, string>, string | undefined, string][] = [
  [{ request_id: "r1" }, { "x-request-id": "r2" }, "r1", "the body wins"],
  [{}, { "x-request-id": "r2" }, "r2", "a header, when the body has none"],
  [{ request_id: "" }, { "x-request-id": "r2" }, "r2", "an empty one is none"],
  [{ request_id: 7 }, { "x-request-id": "r2" }, "r2", "a number is none"],
  [
    undefined,
    { "x-service-request-id": "r3" },
    "r3",
    "the second header, of a body that is no JSON",
  ],
  ["r1", { "request-id": "r4" }, "r4", "the third header, of a body that is text"],
  [{}, { "request-id": "r4", "x-request-id": "r2" }, "r2", "the first header in the list"],
  [{}, { "x-trace": "r5" }, undefined, "no header that we know"],
  [{ request_id: "r\u001B[31m\r\n1\u202E" }, {}, "r[31m1", "control characters are taken out"],
  [{ request_id: "\n" }, { "x-request-id": "r2" }, "r2", "nothing but control characters is none"],
  [{ request_id: "r".repeat(300) }, {}, "r".repeat(200), "200 characters are enough"],
];

for (const [body, headers, id, title] of found) {
  test(`the request id: ${title}`, () => {
    assert.equal(findRequestId(body, new Headers(headers), defaultRequestIdHeaders), id);
  });
}

test("the request id: other headers, when configured", () => {
  const headers = new Headers({ "x-trace-id": "r6", "x-request-id": "r2" });
  assert.equal(findRequestId({}, headers, ["x-trace-id"]), "r6");
});
