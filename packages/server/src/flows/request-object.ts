import type { JsonObject } from "@latchkey/api";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { decodeJwt, jwtNestsDeeperThan } from "../crypto/jwt.ts";
import { verifyWithClientKeys } from "../grants/client-keys.ts";
import { describeExcess, parameterLimits, tooDeep } from "../http/middleware/request-limits.ts";
import { findExcess } from "../limits/parameters.ts";
import { signingAlgorithms } from "../oauth/algorithms.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import {
  locateRequestObject,
  mergeRequestObject,
  type RequestObjectRejection,
  verifyRequestObjectAlgorithm,
  verifyRequestObjectClaims,
  verifyRequestObjectType,
} from "../openid/request-object.ts";

const CLOCK_LEEWAY = 10;

/** The parameters of a request, including those of its request object. */
export async function unfoldRequest(
  params: FormFields,
  client: Client,
  context: Context,
): Promise<Result<FormFields, RequestObjectRejection>> {
  const source = locateRequestObject(params, client);
  if (!source.ok) return source;
  switch (source.value.kind) {
    case "none":
      return ok(params);
    case "by_value":
      return unfold(params, source.value.request, client, context);
    case "by_reference": {
      const fetched = await context.outbound.getText(source.value.request_uri);
      if (!fetched.ok) return err({ reason: "not_fetched", detail: fetched.error.reason });
      return unfold(params, fetched.value.trim(), client, context);
    }
  }
}

async function unfold(
  params: FormFields,
  request_object: string,
  client: Client,
  context: Context,
): Promise<Result<FormFields, RequestObjectRejection>> {
  const { config, server_metrics, now } = context;
  if (jwtNestsDeeperThan(config["limits.request.json_depth"], request_object)) {
    const { limit, error } = tooDeep("It");
    server_metrics.limit_hits.with({ limit }).add();
    return err({ reason: "too_large", detail: error.error_description });
  }
  const claims = await verify(request_object, client, context);
  if (!claims.ok) return claims;
  const checked = verifyRequestObjectClaims(claims.value, {
    client,
    audiences: [config["urls.self.issuer"], config["urls.self.public"] ?? ""],
    now: now(),
    leeway: CLOCK_LEEWAY,
  });
  if (!checked.ok) return checked;
  const excess = excessIn(claims.value, config);
  if (excess !== undefined) return err({ reason: "too_large", detail: excess });
  return mergeRequestObject(params, claims.value);
}

/** Claims have the limits of parameters. */
function excessIn(claims: JsonObject, config: Config): string | undefined {
  const texts = Object.entries(claims).map(([name, claim]): [string, string] => [
    name,
    textOf(claim),
  ]);
  const excess = findExcess(new URLSearchParams(texts).toString(), parameterLimits(config));
  return excess && describeExcess(excess).error.error_description;
}

/** A claim as the text of a parameter. Objects are not parameters and are rejected later. */
function textOf(claim: unknown): string {
  if (typeof claim === "string") return claim;
  return Array.isArray(claim) ? claim.filter((item) => typeof item === "string").join(" ") : "";
}

async function verify(
  request_object: string,
  client: Client,
  context: Context,
): Promise<Result<JsonObject, RequestObjectRejection>> {
  const decoded = decodeJwt(request_object);
  if (decoded === undefined) return err({ reason: "malformed" });
  const { alg, typ } = decoded.header;
  const allowed = verifyRequestObjectAlgorithm(alg, client);
  if (!allowed.ok) return allowed;
  const typed = verifyRequestObjectType(typ);
  if (!typed.ok) return typed;
  if (alg === "none") return ok(decoded.claims); // Core §6.1: unsigned, it is trusted as much as the query.

  const verified = await verifyWithClientKeys(client, request_object, signingAlgorithms, context);
  return verified.ok
    ? ok(verified.value.claims)
    : err({ reason: "not_verified", detail: verified.error });
}
