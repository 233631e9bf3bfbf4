/** RFC 8693 §4.1: the `act` claim, who acts for the subject of a token. */

import type { JsonObject } from "@latchkey/api";
import { isJsonObject } from "../../limits/json-depth.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";

/** How many actors a token may name, the current one and those before it. */
export const MAX_ACTORS = 5;

/** An `act` claim that is no object with a subject, or a chain that is too long. */
export type ActRejection = RejectionOf<typeof actRejections>;

export const actRejections = {
  act_malformed: {
    error: "invalid_request",
    description: "The act claim of the subject_token is malformed.",
  },
  act_too_deep: {
    error: "invalid_request",
    description: `The subject_token has been exchanged too often: a token names no more than ${MAX_ACTORS} actors.`,
    reference: "RFC 8693 §4.1",
    fix: "Shorten the chain of services that exchange each other's tokens.",
  },
} satisfies Rejections;

/** Reads an `act` claim: a subject, perhaps with its issuer, and the actor before it. Everything else in it is dropped. */
export function readAct(value: unknown, max_actors = MAX_ACTORS): Result<JsonObject, ActRejection> {
  if (max_actors <= 0) return err({ reason: "act_too_deep" });
  if (!isJsonObject(value)) return err({ reason: "act_malformed" });
  const { sub, iss, client_id, act } = value;
  if (typeof sub !== "string" || !isTextOrAbsent(iss) || !isTextOrAbsent(client_id))
    return err({ reason: "act_malformed" });
  const before = act === undefined ? ok(undefined) : readAct(act, max_actors - 1);
  if (!before.ok) return before;
  return ok({
    ...(iss !== undefined && { iss }),
    sub,
    ...(client_id !== undefined && { client_id }),
    ...(before.value !== undefined && { act: before.value }),
  });
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
