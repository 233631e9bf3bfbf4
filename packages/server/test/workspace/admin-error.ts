import assert from "node:assert/strict";
import { operations } from "@latchkey/api";
import type { Reply } from "@latchkey/client";
import { assertRefused } from "../operations/refusal.ts";

/** Checks the status and the code of an error of the admin API, and that the contract has the status. */
export function assertAdminError(reply: Reply<unknown>, status: 400 | 404 | 409): void {
  assertRefused(reply, status, codes[status]);
  const { operation } = reply;
  const isPromised = operations[operation].errors.some((known) => known === status);
  assert.ok(isPromised, `${operation} answers ${status}, and the contract does not say so`);
}

const codes = { 400: "invalid_request", 404: "not_found", 409: "conflict" } as const;

/** An id that nothing has. */
export const UNKNOWN_ID = "0b57ac1e-0000-4000-8000-000000000000";
