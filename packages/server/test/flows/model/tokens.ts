/** From a code to tokens, and from those to the next. */

import {
  type Exchanger,
  type Grant,
  type Model,
  nowOf,
  type Party,
  type User,
  REPEAT_MS,
  type Token,
  ttl,
} from "./state.ts";

/** Whether the code can be redeemed. One that is redeemed twice revokes its grant. */
export function redeem(model: Model, grant: Grant, by: Party): boolean {
  if (grant.gone || grant.revoked || by === "mallory") return false;
  if (grant.generation > 0) {
    if (model.now_ms > grant.redeemed_at_ms) grant.revoked = true;
    return false;
  }
  if (grant.granted_at + ttl.auth_code <= nowOf(model)) return false;
  begin(model, grant);
  grant.redeemed_at_ms = model.now_ms;
  return true;
}

/** Whether showing a refresh token gives the next tokens, or the present ones once more. */
export function refresh(
  model: Model,
  { grant, generation, expires_at }: Token,
  by: Party,
): boolean {
  if (grant.gone || grant.revoked || by === "mallory") return false;
  if (generation === grant.generation) {
    if (expires_at <= nowOf(model)) return false;
    begin(model, grant);
    return true;
  }
  const isRepeat =
    generation === grant.generation - 1 && model.now_ms - grant.generation_at_ms <= REPEAT_MS;
  if (!isRepeat) grant.revoked = true;
  return isRepeat;
}

/** Issues the tokens of the next generation. */
export function begin(model: Model, grant: Grant): void {
  grant.generation += 1;
  grant.generation_at_ms = model.now_ms;
  grant.epoch = model.epoch;
  issue(model, grant, "access_token");
  if (grant.scope === "openid offline") issue(model, grant, "refresh_token");
}

/** Issues a token of the grant's present generation. */
export function issue(model: Model, grant: Grant, use: Token["use"]): void {
  const expires_at = nowOf(model) + ttl[use];
  model.tokens.push({ use, grant, generation: grant.generation, expires_at });
  grant.expires_at = Math.max(grant.expires_at, expires_at);
}

/** Whether a token is good. */
export function isActive(
  model: Model,
  { use, grant, generation, expires_at, exchanged }: Token,
): boolean {
  if (grant.gone || grant.revoked || expires_at <= nowOf(model)) return false;
  if (exchanged !== undefined) return !exchanged.revoked && exchanged.epoch === model.epoch;
  if (use === "refresh_token") return generation === grant.generation;
  const isPresent = generation === grant.generation || (generation === 0 && grant.generation === 1);
  return isPresent && (generation === 0 ? grant.first_epoch : grant.epoch) === model.epoch;
}

/** A client gives a token back, good or spent, and its grant goes with it. */
export function revoke({ grant, exchanged }: Token, by: Exchanger): void {
  if (exchanged !== undefined) exchanged.revoked ||= by === exchanged.client; // What it came from lives on.
  else if (by === "photos" && !grant.gone) grant.revoked = true;
}

/** Forgets what a user allowed, and whether there was anything. */
export function revokeConsents(model: Model, user: User): boolean {
  const theirs = model.grants.filter((grant) => grant.user === user && !grant.gone);
  for (const grant of theirs) grant.gone = true;
  return theirs.length > 0;
}
