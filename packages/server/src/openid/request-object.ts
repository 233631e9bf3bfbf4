/** OpenID Connect Core §6, RFC 9101: an authorization request inside a JWT. */

import type { JsonObject } from "@latchkey/api";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { isOfType } from "../oauth/jwt-type.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { RequestObjectRejection } from "./request-object-rejection.ts";

/** Where the request object of a request is to be had, if it has one. */
export type RequestObjectSource =
  | { readonly kind: "none" }
  | { readonly kind: "by_value"; readonly request: string }
  | { readonly kind: "by_reference"; readonly request_uri: string };

/** RFC 9101 §5: finds it. We fetch only what the client registered: otherwise anyone could send us anywhere. */
export function locateRequestObject(
  params: FormFields,
  client: Client,
): Result<RequestObjectSource, RequestObjectRejection> {
  const request = params.get("request");
  const request_uri = params.get("request_uri");
  if (request !== undefined && request_uri !== undefined) return err({ reason: "given_twice" });
  if (request !== undefined) return ok({ kind: "by_value", request });
  if (request_uri === undefined) return ok({ kind: "none" });
  return client.request_uris.includes(request_uri)
    ? ok({ kind: "by_reference", request_uri })
    : err({ reason: "request_uri_not_registered", request_uri });
}

/** What a request object is held against. Times are in seconds. */
export interface RequestObjectFacts {
  readonly client: Client;
  /** The names this server answers to. */
  readonly audiences: readonly string[];
  readonly now: number;
  /** How far the client's clock may be off. */
  readonly leeway: number;
}

/** Core §6.1: whether the client may sign so. One that never said what it signs with may sign with anything, or not at all. */
export function verifyRequestObjectAlgorithm(
  alg: unknown,
  { request_object_signing_alg: registered }: Client,
): Result<void, RequestObjectRejection> {
  return registered === undefined || alg === registered
    ? ok(undefined)
    : err({ reason: "alg_not_registered", alg, registered });
}

/** RFC 9101 §10.8, RFC 8725 §3.11: a JWT that the client made for something else is no request object. */
export function verifyRequestObjectType(typ: unknown): Result<void, RequestObjectRejection> {
  return isOfType(typ, ["JWT", "oauth-authz-req+jwt"])
    ? ok(undefined)
    : err({ reason: "typ_not_accepted", typ });
}

/** Checks what a request object, whose signature is good, says of itself. What it does not say is no objection. */
export function verifyRequestObjectClaims(
  claims: JsonObject,
  { client, audiences, now, leeway }: RequestObjectFacts,
): Result<void, RequestObjectRejection> {
  const { iss, aud, exp, nbf } = claims;
  if (iss !== undefined && iss !== client.client_id) return err({ reason: "iss_not_client", iss });
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (aud !== undefined && !audiences.some((audience) => named.includes(audience))) {
    return err({ reason: "aud_not_us", aud });
  }
  if (exp !== undefined && !(typeof exp === "number" && exp + leeway > now)) {
    return err({ reason: "expired", exp });
  }
  if (nbf !== undefined && !(typeof nbf === "number" && nbf - leeway <= now)) {
    return err({ reason: "nbf_in_the_future", nbf });
  }
  return ok(undefined);
}

/**
 * The request that results: what the object says wins over the parameters beside it, and of the scope both count. What
 * OAuth itself needs outside, the object may repeat but not change (Core §6.1).
 */
export function mergeRequestObject(
  params: FormFields,
  claims: JsonObject,
): Result<FormFields, RequestObjectRejection> {
  const said = new Map<string, readonly string[]>();
  for (const [name, claim] of Object.entries(claims)) {
    if (JWT_CLAIMS.has(name)) continue;
    if (NESTED.has(name)) return err({ reason: "nested", parameter: name }); // RFC 9101 §4
    const values = textsOf(claim);
    if (values === undefined) return err({ reason: "claim_malformed", claim: name });
    if (values.length > 0) said.set(name, name === "audience" ? values : [values.join(" ")]);
  }
  for (const parameter of ["client_id", "response_type"]) {
    const [inside] = said.get(parameter) ?? [];
    const outside = params.get(parameter);
    if (inside !== undefined && outside !== undefined && inside !== outside) {
      return err({ reason: "parameter_contradicted", parameter });
    }
  }
  const scope = [...params.getAll("scope"), ...(said.get("scope") ?? [])];
  if (scope.length > 0) said.set("scope", [scope.join(" ")]);

  const getAll = (name: string) => said.get(name) ?? params.getAll(name);
  return ok({ get: (name) => getAll(name)[0], getAll, repeated: params.repeated });
}

const JWT_CLAIMS: ReadonlySet<string> = new Set(["iss", "aud", "exp", "nbf", "iat", "jti", "sub"]);
const NESTED: ReadonlySet<string> = new Set(["request", "request_uri"]);

/** A claim as parameters would have carried it; undefined when they could not have. */
function textsOf(claim: unknown): readonly string[] | undefined {
  if (claim === null || claim === "") return [];
  if (typeof claim === "string") {
    return claim.includes("\0") || !claim.isWellFormed() ? undefined : [claim];
  }
  if (!Array.isArray(claim)) return [JSON.stringify(claim)];
  const texts = claim.map(textsOf);
  return texts.every((text) => text !== undefined) ? texts.flat() : undefined;
}
