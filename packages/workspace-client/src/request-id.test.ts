import assert from "node:assert/strict";
import { test } from "node:test";

import { defaultRequestIdHeaders, findRequestId } from "./request-id.ts";

const found: {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly id: string | undefined;
  readonly title: string;
}[] = [
  {
    body: { request_id: "r1" },
    headers: { "x-request-id": "r2" },
    id: "r1",
    title: "the body wins",
  },
  {
    body: {},
    headers: { "x-request-id": "r2" },
    id: "r2",
    title: "a header, when the body has none",
  },
  {
    body: { request_id: "" },
    headers: { "x-request-id": "r2" },
    id: "r2",
    title: "an empty one is none",
  },
  {
    body: { request_id: 7 },
    headers: { "x-request-id": "r2" },
    id: "r2",
    title: "a number is none",
  },
  {
    body: undefined,
    headers: { "x-service-request-id": "r3" },
    id: "r3",
    title: "the second header, of a body that is no JSON",
  },
  {
    body: "r1",
    headers: { "request-id": "r4" },
    id: "r4",
    title: "the third header, of a body that is text",
  },
  {
    body: {},
    headers: { "request-id": "r4", "x-request-id": "r2" },
    id: "r2",
    title: "the first header in the list",
  },
  { body: {}, headers: { "x-trace": "r5" }, id: undefined, title: "no header that we know" },
  {
    body: { request_id: "r\u001B[31m\r\n1\u202E" },
    headers: {},
    id: "r[31m1",
    title: "control characters are taken out",
  },
  {
    body: { request_id: "\n" },
    headers: { "x-request-id": "r2" },
    id: "r2",
    title: "nothing but control characters is none",
  },
  {
    body: { request_id: "r".repeat(300) },
    headers: {},
    id: "r".repeat(200),
    title: "200 characters are enough",
  },
];

for (const { body, headers, id, title } of found) {
  test(`the request id: ${title}`, () => {
    assert.equal(findRequestId(body, new Headers(headers), defaultRequestIdHeaders), id);
  });
}

test("the request id is read from other headers when they are configured", () => {
  const headers = new Headers({ "x-trace-id": "r6", "x-request-id": "r2" });
  assert.equal(findRequestId({}, headers, ["x-trace-id"]), "r6");
});
