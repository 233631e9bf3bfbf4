/** RFC 8693 §4.1 and §4.4: who acts for a subject (`act`), and who may (`may_act`). */

import type { JsonObject } from "@latchkey/api";
import { isJsonObject } from "../../limits/json-depth.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** Who acts for the subject of a token. */
export interface Actor {
  readonly sub: string;
  /** The `sub` in `act`, where it is another: the client can read the claim in a JWT. */
  readonly client_subject?: string;
  /** Our issuer, or that of a trusted issuer. */
  readonly iss: string;
  /** The client that presents it. */
  readonly client_id: string;
}

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

/** §4.1: the `act` claim after this actor takes over: the actors before it are nested in it. */
export function addActor(
  { sub, client_subject, iss }: Actor,
  before: JsonObject | undefined,
  our_issuer: string,
): Result<JsonObject, ActRejection> {
  const act = {
    ...(iss !== our_issuer && { iss }),
    sub: client_subject ?? sub,
    ...(before !== undefined && { act: before }),
  };
  return readAct(act);
}

/** §4.4: whether the actor is the one that `may_act` names. A claim that is not understood is not met. */
export function isAllowedActor(may_act: JsonObject, actor: Actor, our_issuer: string): boolean {
  const names = Object.entries(may_act);
  if (may_act["sub"] === undefined && may_act["client_id"] === undefined) return false;
  if (may_act["iss"] === undefined && may_act["sub"] !== undefined && actor.iss !== our_issuer)
    return false; // The subject of another issuer may have the same name.
  return names.every(([name, value]) => isActorClaim(name) && actor[name] === value);
}

function isActorClaim(name: string): name is keyof Actor {
  return name === "sub" || name === "iss" || name === "client_id";
}
