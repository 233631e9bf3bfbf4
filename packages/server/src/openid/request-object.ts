/** OpenID Connect Core §6, RFC 9101: request objects: the parameters of an authorization request in a JWT. */

import type { JsonObject } from "@latchkey/api";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { isOfType } from "../oauth/jwt/jwt-type.ts";
import { DEFAULT_ENC } from "../oauth/client/encryption.ts";
import { err, ok, type Result } from "../result.ts";
import type { RequestObjectRejection } from "./request-object-rejection.ts";

/** Where the request object of a request is, if it has one. */
export type RequestObjectSource =
  | { readonly kind: "none" }
  | { readonly kind: "by_value"; readonly request: string }
  | { readonly kind: "by_reference"; readonly request_uri: string };

/** RFC 9101 §5: locates it. Only a registered `request_uri` is fetched; otherwise the server could be made to fetch any URL (SSRF). */
export function locateRequestObject(
  params: FormFields,
  client: Client,
): Result<RequestObjectSource, RequestObjectRejection> {
  const request = params.get("request");
  const request_uri = params.get("request_uri");
  if (request !== undefined && request_uri !== undefined)
    return err({ reason: "request_object_given_twice" });
  if (request !== undefined) return ok({ kind: "by_value", request });
  if (request_uri === undefined) return ok({ kind: "none" });
  return client.request_uris.includes(request_uri)
    ? ok({ kind: "by_reference", request_uri })
    : err({ reason: "request_object_request_uri_not_registered" });
}

/** What is required of a request and its object. */
export interface RequestObjectPolicy {
  /** RFC 9101 §10.5: the parameters must be in a signed request object. */
  readonly signature_required: boolean;
  /** RFC 9126 §3: the request was pushed. */
  readonly pushed: boolean;
  /** Where the object is no authorization request; its `iss` is the client. */
  readonly protocol?: RequestObjectProtocol;
  /** FAPI 2.0 Security Profile §5.4.1: the accepted algorithms. Without it all that are supported, and `none`. */
  readonly algorithms?: readonly string[] | undefined;
  /** FAPI 2.0 Message Signing §5.3.1: how long ago `nbf` may be, and how long after it `exp`, in seconds. */
  readonly max_lifetime: number;
}

/** What another protocol requires of its request objects. */
export interface RequestObjectProtocol {
  /** The field of the client with their algorithm. */
  readonly signing_alg: Extract<keyof Client, `${string}request_signing_alg`>;
  readonly required_claims: readonly string[];
}

/** The client, the server and the time that apply. Times are in seconds. */
export interface RequestObjectFacts extends RequestObjectPolicy {
  readonly client: Client;
  /** The `aud` values that mean this server. */
  readonly audiences: readonly string[];
  readonly now: number;
  /** How far the client's clock may be off. */
  readonly leeway: number;
}

/**
 * Core §6.1: checks the algorithm. A client without a `request_object_signing_alg` may use any, or none, for authorization
 * requests.
 */
export function verifyRequestObjectAlgorithm(
  alg: unknown,
  client: Client,
  {
    signature_required,
    protocol,
    algorithms,
  }: Pick<RequestObjectPolicy, "signature_required" | "protocol" | "algorithms">,
): Result<void, RequestObjectRejection> {
  const field = protocol?.signing_alg ?? "request_object_signing_alg";
  const registered = client[field];
  const isOptional = !signature_required && algorithms === undefined;
  if (alg === "none" && !isOptional) return err({ reason: "request_object_not_signed" });
  if (algorithms?.some((accepted) => accepted === alg) === false)
    return err({ reason: "request_object_alg_not_accepted", accepted: algorithms });
  return registered === undefined || alg === registered
    ? ok(undefined)
    : err({ reason: "request_object_alg_not_registered", registered, field });
}

/** OpenID Connect Registration §2: checks how a request object is encrypted. A client that registered nothing may use any algorithm. */
export function verifyRequestObjectEncryption(
  { alg, enc }: { readonly alg: unknown; readonly enc: unknown },
  client: Client,
): Result<void, RequestObjectRejection> {
  const { request_object_encryption_alg: registered_alg } = client;
  if (registered_alg === undefined) return ok(undefined);
  const registered_enc = client.request_object_encryption_enc ?? DEFAULT_ENC;
  return alg === registered_alg && enc === registered_enc
    ? ok(undefined)
    : err({ reason: "request_object_encryption_not_registered", registered_alg, registered_enc });
}

/** RFC 9101 §10.8, RFC 8725 §3.11: rejects a JWT that the client signed for another purpose. */
export function verifyRequestObjectType(typ: unknown): Result<void, RequestObjectRejection> {
  return isOfType(typ, ["JWT", AUTHZ_REQ])
    ? ok(undefined)
    : err({ reason: "request_object_typ_not_accepted" });
}

/**
 * Checks the claims of a request object whose signature was verified. Absent claims are accepted, unless objects must be signed:
 * without `aud` such an object would be valid at every server, without `exp` for ever. Where their lifetime is bounded, they
 * must have `nbf` as well.
 */
export function verifyRequestObjectClaims(
  claims: JsonObject,
  facts: RequestObjectFacts,
): Result<void, RequestObjectRejection> {
  const { client, audiences, now, leeway } = facts;
  const { iss, sub, aud, exp, nbf, jti } = claims;
  const claim = requiredClaims(facts).find((name) => claims[name] === undefined);
  if (claim !== undefined) return err({ reason: "request_object_claim_missing", claim });
  if (jti !== undefined && typeof jti !== "string") {
    return err({ reason: "request_object_claim_malformed" });
  }
  if (iss !== undefined && iss !== client.client_id)
    return err({ reason: "request_object_iss_not_client" });
  // RFC 9101 §10.8: a client assertion has this sub, and must not pass as a signed request, nor this as an assertion.
  if (sub === client.client_id) return err({ reason: "request_object_sub_is_client" });
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (aud !== undefined && !audiences.some((audience) => named.includes(audience))) {
    return err({ reason: "request_object_aud_not_us" });
  }
  if (exp !== undefined && !(typeof exp === "number" && exp + leeway > now)) {
    return err({ reason: "request_object_expired" });
  }
  if (nbf !== undefined && !(typeof nbf === "number" && nbf - leeway <= now)) {
    return err({ reason: "request_object_nbf_in_the_future" });
  }
  return isTooLong(exp, nbf, facts)
    ? err({ reason: "request_object_lifetime_too_long" })
    : ok(undefined);
}

function requiredClaims({
  max_lifetime,
  signature_required,
  protocol,
}: RequestObjectFacts): readonly string[] {
  if (protocol !== undefined) return protocol.required_claims;
  if (max_lifetime < Infinity) return ["aud", "exp", "nbf"];
  return signature_required ? ["aud", "exp"] : [];
}

function isTooLong(exp: unknown, nbf: unknown, { max_lifetime, now }: RequestObjectFacts): boolean {
  if (typeof exp !== "number" || typeof nbf !== "number") return false;
  return now - nbf > max_lifetime || exp - nbf > max_lifetime;
}

/**
 * RFC 9101 §6.3: whether only the claims of an object count, so that parameters beside it cannot add to what was signed. That is
 * so for objects of that RFC's type, for pushed ones (RFC 9126 §3), and where objects must be signed. Other objects are those of
 * OpenID Connect Core §6.1, which combines them with the parameters.
 */
export function countsAlone(
  typ: unknown,
  { signature_required, pushed }: Pick<RequestObjectPolicy, "signature_required" | "pushed">,
): boolean {
  return signature_required || pushed || (typ !== undefined && isOfType(typ, [AUTHZ_REQ]));
}

const AUTHZ_REQ = "oauth-authz-req+jwt";

/**
 * The request of an object. If it does not count alone, its claims replace the parameters of the same names, and scopes are
 * combined; it may repeat `client_id` and `response_type`, but not change them (Core §6.1).
 */
export function mergeRequestObject(
  params: FormFields,
  claims: JsonObject,
  { alone }: { readonly alone: boolean },
): Result<FormFields, RequestObjectRejection> {
  const merged = new Map<string, readonly string[]>();
  for (const [name, claim] of Object.entries(claims)) {
    if (JWT_CLAIMS.has(name)) continue;
    if (NESTED.has(name)) return err({ reason: "request_object_nested", parameter: name }); // RFC 9101 §4
    const values = isStorable(name) ? parameterValues(name, claim) : undefined;
    if (values === undefined) return err({ reason: "request_object_claim_malformed" });
    if (values.length > 0) merged.set(name, LISTS.has(name) ? values : [values.join(" ")]);
  }
  if (alone && !merged.has("client_id"))
    return err({ reason: "request_object_claim_missing", claim: "client_id" }); // RFC 9101 §4
  for (const parameter of alone ? ["client_id"] : ["client_id", "response_type"]) {
    const [inside] = merged.get(parameter) ?? [];
    const outside = params.get(parameter);
    if (inside !== undefined && outside !== undefined && inside !== outside) {
      return err({ reason: "request_object_parameter_contradicted", parameter });
    }
  }
  if (alone) return ok(formOf(merged));
  const scope = [...params.getAll("scope"), ...(merged.get("scope") ?? [])];
  if (scope.length > 0) merged.set("scope", [scope.join(" ")]);
  return ok(formOf(merged, params));
}

/** The values of the claims, and those of the parameters that no claim replaces. */
function formOf(
  claims: ReadonlyMap<string, readonly string[]>,
  params?: Pick<FormFields, "getAll" | "repeated" | "names">,
): FormFields {
  const getAll = (name: string) => claims.get(name) ?? params?.getAll(name) ?? [];
  return {
    get: (name) => getAll(name)[0],
    getAll,
    repeated: params?.repeated ?? [],
    names: [...claims.keys(), ...(params?.names ?? [])],
  };
}

const JWT_CLAIMS: ReadonlySet<string> = new Set(["iss", "aud", "exp", "nbf", "iat", "jti", "sub"]);
/** Parameters that may be sent several times, and of which the values are not joined. */
const LISTS: ReadonlySet<string> = new Set(["audience", "resource"]);
const NESTED: ReadonlySet<string> = new Set(["request", "request_uri"]);

/** Parameters whose value is JSON: as a claim, it is the JSON itself (RFC 9396 §2, Core §5.5). */
const JSON_PARAMETERS: ReadonlySet<string> = new Set(["authorization_details", "claims"]);

/** Whether a claim is the JSON of such a parameter. It has limits of its own. */
export function isJsonParameter(name: string, claim: unknown): boolean {
  return JSON_PARAMETERS.has(name) && typeof claim !== "string" && claim !== null;
}

/** A claim as the values of the parameter of its name; undefined when it cannot be one. */
export function parameterValues(name: string, claim: unknown): readonly string[] | undefined {
  return isJsonParameter(name, claim) ? [JSON.stringify(claim)] : valuesOf(claim);
}

/** PostgreSQL cannot store NUL, and a lone surrogate is no character. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A claim as parameter values; undefined when it cannot be one. */
function valuesOf(claim: unknown): readonly string[] | undefined {
  if (claim === null || claim === "") return [];
  if (typeof claim === "string") return isStorable(claim) ? [claim] : undefined;
  if (!Array.isArray(claim)) return [JSON.stringify(claim)];
  const values = claim.map(valuesOf);
  return values.every((value) => value !== undefined) ? values.flat() : undefined;
}
