import assert from "node:assert/strict";

/** A response. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Reads a response to its end, as JSON where it is JSON. */
export async function receive(response: Response | Promise<Response>): Promise<Received> {
  const { status, headers, ...rest } = await readAll(await response);
  return { status, headers, body: rest.json ? JSON.parse(rest.text) : rest.text };
}

/** Checks the status, the code and the shape of an error response, and returns its description. */
export function assertRefused(received: Received, status: number, error: string): string {
  return assertError(received, status, { error, status_code: status });
}

/** The same of an error response with the fields of its specification, and no others. */
export function assertRefusedPlainly(received: Received, status: number, error: string): string {
  return assertError(received, status, { error });
}

function assertError({ headers, ...received }: Received, status: number, fields: object): string {
  const { error_description, ...rest } = fieldsOf(received.body);
  assert.deepEqual({ status: received.status, ...rest }, { status, ...fields });
  assert.ok(typeof error_description === "string" && /\S.*\.$/s.test(error_description));
  assert.match(headers.get("content-type") ?? "", /^application\/json\b/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.ok(headers.get("x-request-id"));
  return error_description;
}

/** The fields of a JSON object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof body === "object" && body !== null && !Array.isArray(body), String(body));
  return Object.fromEntries(Object.entries(body));
}

async function readAll(response: Response) {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: /\bjson\b/.test(headers.get("content-type") ?? "") };
}
