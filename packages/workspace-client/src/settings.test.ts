import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { WorkspaceClientOptions } from "./options.ts";
import { readOptions } from "./settings.ts";

const photos: WorkspaceClientOptions = {
  baseUrl: "https://api.example.com/v1/",
  clientId: "photos",
  clientSecret: "hunter2",
};

test("three options are enough", () => {
  const { authorization, fetch: _fetch, log: _log, ...settings } = readOptions(photos);
  assert.equal(authorization.reveal(), `Basic ${btoa("photos:hunter2")}`);
  assert.deepEqual(settings, {
    baseUrl: "https://api.example.com/v1",
    clientId: "photos",
    serviceVersion: "2026-03-11",
    userAgent: "latchkey-workspace-client/0.2.0",
    timeoutMs: 60_000,
    retry: undefined,
    requestIdHeaders: ["x-request-id", "x-service-request-id", "request-id"],
    redirect: "error",
  });
});

test("the user agent has the version of the package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(readOptions(photos).userAgent, `latchkey-workspace-client/${version}`);
});

const retries: [WorkspaceClientOptions["retry"] & {}, object | undefined][] = [
  [false, undefined],
  [true, { maxRetries: 2, initialDelayMs: 1000, maxDelayMs: 60_000 }],
  [{ maxRetries: 1 }, { maxRetries: 1, initialDelayMs: 1000, maxDelayMs: 60_000 }],
];

for (const [retry, policy] of retries) {
  test(`retry: ${JSON.stringify(retry)} is ${JSON.stringify(policy)}`, () => {
    assert.deepEqual(readOptions({ ...photos, retry }).retry, policy);
  });
}

const refused: [string, Record<string, unknown>][] = [
  ["baseUrl", { baseUrl: "https://hunter2" }],
  ["clientId", { clientId: "" }],
  ["clientId", { clientId: undefined }],
  ["clientId", { clientId: "hunter2:" }],
  ["clientSecret", { clientSecret: "" }],
  ["clientSecret", { clientSecret: undefined }],
  ["serviceVersion", { serviceVersion: "" }],
  ["serviceVersion", { serviceVersion: "hunter2\r\nX-Evil: 1" }],
  ["userAgent", { userAgent: "hunter2ü" }],
  ["timeoutMs", { timeoutMs: 0 }],
  ["timeoutMs", { timeoutMs: Infinity }],
  ["retry", { retry: { maxRetries: Number.NaN } }],
  ["retry", { retry: { initialDelayMs: -1 } }],
  ["logLevel", { logLevel: "hunter2" }],
];

for (const [name, options] of refused) {
  test(`${JSON.stringify(options)} is refused by name, and not repeated`, () => {
    assert.throws(
      () => readOptions({ ...photos, ...options }),
      (error) =>
        error instanceof TypeError &&
        error.message.startsWith(name) &&
        !error.message.includes("hunter2"),
    );
  });
}
