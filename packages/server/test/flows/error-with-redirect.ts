import assert from "node:assert/strict";
import { fieldsOf, type Received } from "../operations/refusal.ts";

/** Checks the status and the code of an error response, and returns its `redirect_to`, where the browser can start again. */
export function assertErrorWithRedirect(received: Received, status: number, error: string): string {
  const { redirect_to, error_description, ...rest } = fieldsOf(received.body);
  assert.deepEqual({ status: received.status, ...rest }, { status, error, status_code: status });
  assert.ok(typeof error_description === "string" && error_description.endsWith("."));
  assert.ok(typeof redirect_to === "string" && URL.canParse(redirect_to), String(redirect_to));
  return redirect_to;
}
