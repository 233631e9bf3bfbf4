import assert from "node:assert/strict";
import { fieldsOf } from "../operations/refusal.ts";
import type { Received } from "./caller.ts";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The two shapes an error may have. */
export type Envelope = "oauth" | "standard";

/** RFC 6750 §3, RFC 7617 §2.1: a 401 names the authentication scheme. */
const challenges: Readonly<Record<string, string>> = {
  invalid_client: 'Basic realm="workspace-api", charset="UTF-8"',
  unauthorized: 'Bearer realm="workspace-api"',
};

/** Holds a refusal to its status, its code and its one shape, and answers its description. */
export function assertRefused(
  received: Received,
  status: number,
  code: string,
  envelope: Envelope = "oauth",
): string {
  const { headers, text } = received;
  assert.equal(received.status, status, text);
  const { request_id: _, ...body } = assertEnveloped(received);
  const description = envelope === "oauth" ? body["error_description"] : body["message"];
  const shape =
    envelope === "oauth"
      ? { error: code, error_description: description }
      : { object: "error", status, code, message: description };
  const { additional_data, ...rest } = body;
  assert.deepEqual(rest, shape);
  assert.equal(additional_data !== undefined, code === "rate_limited");
  assert.ok(typeof description === "string" && /^[A-Z].*\.$/s.test(description));
  assert.equal(headers.get("www-authenticate"), challenges[code] ?? null);
  assert.equal(headers.has("retry-after"), status === 429 || code === "temporarily_unavailable");
  return description;
}

/** What every answer has, good or bad: JSON that no cache keeps, under one id in three places. */
export function assertEnveloped({ headers, text }: Received): Readonly<Record<string, unknown>> {
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("pragma"), "no-cache");
  const body = fieldsOf(JSON.parse(text));
  assert.match(String(body["request_id"]), UUID);
  assert.equal(headers.get("x-request-id"), body["request_id"]);
  assert.equal(headers.get("x-service-request-id"), body["request_id"]);
  return body;
}
