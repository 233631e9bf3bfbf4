/** RFC 8693 §4.1 and §4.4: who acts for a subject (`act`), and who may (`may_act`). */

import type { JsonObject } from "@latchkey/api";
import { type ActRejection, readAct } from "../../../oauth/jwt/act-claim.ts";
import type { Result } from "../../../result.ts";

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
