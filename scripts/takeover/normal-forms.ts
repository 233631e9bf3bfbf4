/** Answers reduced to what is the same each time: no new tokens, no times of now, no sentences. */

import type { Json } from "./facts.ts";
import { type Answer, decodeJwt } from "./world.ts";

/** An object, or an empty one. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Status and error code of a refusal, of the other server (`body.error` or `error`) or of this one. */
export function refusalOf(answer: Json | Answer): Json {
  const { status } = answer;
  const error = objectOf(answer.body)["error"] ?? ("error" in answer ? answer["error"] : undefined);
  return { status, ...(error !== undefined && { error }) };
}

/** A response of the token endpoint as this server gave it, in the shape of the facts. */
export function tokenResponseOf({ status, body }: Answer): Json {
  const fields = objectOf(body);
  if (status !== 200) return refusalOf({ status, body });
  const { token_type, scope, expires_in, id_token } = fields;
  return normalTokenResponse({
    status,
    returns: Object.keys(fields).toSorted(),
    token_type,
    scope,
    expires_in,
    ...(typeof id_token === "string" && { id_token: decodeJwt(id_token) }),
  });
}

/** A response of the token endpoint of the facts. */
export function normalTokenResponse(fact: Json): Json {
  if (fact["status"] !== 200) return refusalOf(fact);
  const { expires_in, id_token, ...rest } = fact;
  const { header, claims } = objectOf(id_token);
  return {
    ...rest,
    expires_in: rounded(expires_in),
    ...(id_token !== undefined && { id_token: { header, claims: newClaims(objectOf(claims)) } }),
  };
}

/** The claims of an ID token that was just issued. */
function newClaims(claims: Json): Json {
  const { iat, exp, jti: _jti, at_hash: _at_hash, ...rest } = claims;
  return { ...rest, lifetime: rounded(Number(exp) - Number(iat)) };
}

/** Introspection of a token that was just issued. */
export function newIntrospection(body: unknown): Json {
  const { iat, exp, nbf: _nbf, ...rest } = objectOf(body);
  if (rest["active"] !== true) return rest;
  return { ...rest, lifetime: rounded(Number(exp) - Number(iat)) };
}

/** Seconds, to ten, and long times to ten minutes: both servers round in their own way, and one counts from the request. */
function rounded(seconds: unknown): number {
  const unit = Number(seconds) > 3600 ? 600 : 10;
  return Math.round(Number(seconds) / unit) * unit;
}

/** A value without fields that say nothing: empty texts, lists and objects, `null` and `false`. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .map(([name, one]) => [name, withoutEmpty(one)] as const)
    .filter(([, one]) => !isEmpty(one));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A URL whose parameters are in the order of their names. */
export function sortedUrl(text: string): string {
  const url = new URL(text, "http://none.invalid");
  url.searchParams.sort();
  return url.href.replace("http://none.invalid", "");
}
