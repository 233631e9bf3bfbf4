import type { JsonObject } from "@latchkey/api";
import { decrypt, isJwe } from "../crypto/jwe.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { CLOCK_LEEWAY, decodeJwt, type DecodedJwt, jwtNestsDeeperThan } from "../crypto/jwt.ts";
import { verifyWithKeysOf } from "../grants/client-keys.ts";
import { describeExcess, parameterLimits, tooDeep } from "../http/middleware/request-limits.ts";
import { findExcess } from "../limits/parameters.ts";
import { offeredAlgorithms } from "../oauth/algorithms.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { isRequired } from "../oauth/profiles/rules.ts";
import { writePushedParameters } from "../oauth/request/pushed-request.ts";
import { err, ok, type Result } from "../result.ts";
import {
  countsAlone,
  isJsonParameter,
  locateRequestObject,
  mergeRequestObject,
  parameterValues,
  type RequestObjectPolicy,
  verifyRequestObjectAlgorithm,
  verifyRequestObjectClaims,
  verifyRequestObjectEncryption,
  verifyRequestObjectType,
} from "../openid/request-object.ts";
import type { RequestObjectRejection } from "../openid/request-object-rejection.ts";
import { urlOwner, type UrlOwner } from "../outbound/outbound.ts";

/** The parameters of a request, including those of its request object, and whether that was signed. */
export interface UnfoldedRequest {
  readonly params: FormFields;
  readonly signed: boolean;
}

/** Reads the request object of a request, if it has one. */
export async function unfoldRequest(
  params: FormFields,
  client: Client,
  { pushed, address = "" }: Arrival,
  context: Context,
): Promise<Result<UnfoldedRequest, RequestObjectRejection>> {
  const { config } = context;
  const profile = profileOf(client, config["security.profile"]);
  const { max_request_object_lifetime, accepted_algorithms } = traitsOf(profile);
  const signature_required = mustSign(client, config);
  const isBounded = signature_required || isRequired("signed_request", profile);
  const policy = {
    pushed,
    signature_required,
    algorithms: accepted_algorithms,
    max_lifetime: isBounded ? max_request_object_lifetime : Infinity,
  };
  const source = locateRequestObject(params, client);
  if (!source.ok) return source;
  switch (source.value.kind) {
    case "none":
      return policy.signature_required
        ? err({ reason: "request_object_missing" })
        : ok({ params, signed: false });
    case "by_value":
      return unfoldRequestObject(params, source.value.request, client, policy, context);
    case "by_reference": {
      const fetched = await fetchObject(
        source.value.request_uri,
        urlOwner(client),
        address,
        context,
      );
      if (!fetched.ok) return fetched;
      const unfolded = await unfoldRequestObject(params, fetched.value, client, policy, context);
      return unfolded.ok ? verifyLength(unfolded.value, context) : unfolded;
    }
  }
}

/** How a request arrived. */
export interface Arrival extends Pick<RequestObjectPolicy, "pushed"> {
  /** The network address of the caller, which may cause only so many fetches. */
  readonly address?: string;
}

/** Anyone can cause a fetch with the id of a client that registered a `request_uri`. */
async function fetchObject(
  request_uri: string,
  owner: UrlOwner,
  address: string,
  { authorization_rate, now_ms, outbound, server_metrics }: Context,
): Promise<Result<string, RequestObjectRejection>> {
  const retry_after = authorization_rate(address, now_ms(), "request objects");
  if (retry_after !== undefined) {
    server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
    return err({ reason: "request_object_fetched_too_often", retry_after });
  }
  const fetched = await outbound.getText(request_uri, owner);
  return fetched.ok
    ? ok(fetched.value.trim())
    : err({ reason: "request_object_not_fetched", detail: fetched.error.reason });
}

/** A fetched object may be longer than a request, and what it says is stored before anyone has authenticated. */
function verifyLength(
  unfolded: UnfoldedRequest,
  { config, server_metrics }: Context,
): Result<UnfoldedRequest, RequestObjectRejection> {
  const limit = "limits.request.authorization_length";
  if (writePushedParameters(unfolded.params, undefined, config[limit]).ok) return ok(unfolded);
  server_metrics.limit_hits.with({ limit }).add();
  return err({
    reason: "request_object_too_large",
    detail: `Its parameters are longer than ${limit} allows.`,
  });
}

/** RFC 9101 §10.5: whether the authorization requests of a client must be signed request objects. */
export function mustSign(client: Client, config: Config): boolean {
  return client.require_signed_request_object || config["oauth2.require_signed_request_object"];
}

/** Reads a request object that is at hand, and merges it with the parameters beside it. */
export async function unfoldRequestObject(
  params: FormFields,
  request_object: string,
  client: Client,
  policy: RequestObjectPolicy,
  context: Context,
): Promise<Result<UnfoldedRequest, RequestObjectRejection>> {
  const { config, server_metrics, now } = context;
  const jwt = isJwe(request_object)
    ? await decryptRequestObject(request_object, client, context)
    : ok(request_object);
  if (!jwt.ok) return jwt;
  if (jwtNestsDeeperThan(config["limits.request.json_depth"], jwt.value)) {
    const { limit, error } = tooDeep("It");
    server_metrics.limit_hits.with({ limit }).add();
    return err({ reason: "request_object_too_large", detail: error.error_description });
  }
  const verified = await verify(jwt.value, client, policy, context);
  if (!verified.ok) return verified;
  const { header, claims } = verified.value;
  const checked = verifyRequestObjectClaims(claims, {
    ...policy,
    client,
    audiences: [config["urls.self.issuer"], config["urls.self.public"] ?? ""],
    now: now(),
    leeway: CLOCK_LEEWAY,
  });
  if (!checked.ok) return checked;
  const excess = excessIn(claims, config);
  if (excess !== undefined) return err({ reason: "request_object_too_large", detail: excess });
  const alone = countsAlone(header["typ"], policy);
  // The iss names the client, and was compared with it.
  const named = policy.protocol === undefined ? claims : { client_id: client.client_id, ...claims };
  const merged = mergeRequestObject(params, named, { alone });
  return merged.ok ? ok({ params: merged.value, signed: header["alg"] !== "none" }) : merged;
}

/** RFC 9101 §6.1: the signed JWT in an encrypted request object. */
async function decryptRequestObject(
  jwe: string,
  client: Client,
  { config, keyring, store }: Context,
): Promise<Result<string, RequestObjectRejection>> {
  if (!config["oidc.encryption.enabled"])
    return err({ reason: "request_object_encryption_disabled" });
  let opened = await decrypt(jwe, await keyring.decryptionKeys());
  if (!opened.ok && opened.error.reason === "key_unknown") {
    await store.refresh(); // Another server may have published the key a moment ago.
    opened = await decrypt(jwe, await keyring.decryptionKeys());
  }
  if (!opened.ok)
    return err({ reason: "request_object_not_decrypted", detail: opened.error.reason });
  const registered = verifyRequestObjectEncryption(opened.value, client);
  return registered.ok ? ok(opened.value.plaintext) : registered;
}

/** Claims have the limits of parameters. */
function excessIn(claims: JsonObject, config: Config): string | undefined {
  const texts = Object.entries(claims).map(([name, claim]): [string, string] => [
    name,
    textOf(name, claim),
  ]);
  const excess = findExcess(new URLSearchParams(texts).toString(), parameterLimits(config));
  return excess && describeExcess(excess).error.error_description;
}

/** A claim as the text of a parameter. What cannot be one is rejected later. */
function textOf(name: string, claim: unknown): string {
  return isJsonParameter(name, claim) ? "" : (parameterValues(name, claim) ?? []).join(" ");
}

async function verify(
  request_object: string,
  client: Client,
  policy: RequestObjectPolicy,
  context: Context,
): Promise<Result<DecodedJwt, RequestObjectRejection>> {
  const decoded = decodeJwt(request_object);
  if (decoded === undefined) return err({ reason: "request_object_malformed" });
  const { alg, typ } = decoded.header;
  const allowed = verifyRequestObjectAlgorithm(alg, client, policy);
  if (!allowed.ok) return allowed;
  const typed = verifyRequestObjectType(typ);
  if (!typed.ok) return typed;
  if (alg === "none") return ok(decoded); // Core §6.1: unsigned, it is trusted as much as the query.

  const algorithms = offeredAlgorithms(context.config["oidc.ml_dsa.enabled"]);
  const verified = await verifyWithKeysOf(client, request_object, algorithms, context);
  return verified.ok
    ? verified
    : err({ reason: "request_object_not_verified", detail: verified.error });
}
