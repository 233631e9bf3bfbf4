import assert from "node:assert/strict";
import { assertRefused, receive } from "../operations/refusal.ts";
import type { TestServer } from "../support/server.ts";

/** Sends invalid bodies, each with the text that the description of its error must have, such as the name of a field. */
export async function assertErrorsName(
  { fetch }: Pick<TestServer, "fetch">,
  url: string,
  bodies: readonly (readonly [body: string, named: string])[],
): Promise<void> {
  for (const [body, named] of bodies) {
    const headers = { "content-type": "application/json" };
    const received = await receive(fetch(url, { method: "PUT", headers, body }));
    const description = assertRefused(received, 400, "invalid_request");
    assert.ok(description.includes(named), `${body}: ${description}`);
  }
}
