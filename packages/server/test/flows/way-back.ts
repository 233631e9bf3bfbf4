import assert from "node:assert/strict";
import { membersOf, type Received } from "../operations/refusal.ts";

/** Holds a refusal to its status and code, and answers where it says that the browser can start again. */
export function assertWayBack(received: Received, status: number, error: string): string {
  const { redirect_to, error_description, ...rest } = membersOf(received.body);
  assert.deepEqual({ status: received.status, ...rest }, { status, error, status_code: status });
  assert.ok(typeof error_description === "string" && error_description.endsWith("."));
  assert.ok(typeof redirect_to === "string" && URL.canParse(redirect_to), String(redirect_to));
  return redirect_to;
}
