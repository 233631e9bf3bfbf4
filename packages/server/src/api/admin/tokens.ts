import { isJsonObject } from "../../limits/json-depth.ts";
import { noContent } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { invalidRequest, type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";

/** DELETE /oauth2/tokens: revokes the access tokens of a client. Its refresh tokens stay valid. */
export const deleteOAuth2Token: Endpoint = async (request, context) => {
  const client_id = request.query.get("client_id");
  if (client_id === null || client_id === "")
    return refuse(parameterMissing("client_id"), request, context);
  await context.store.clients.revokeAccessTokens(client_id);
  return noContent();
};

/** Rows deleted per transaction: small batches, so that other writers do not wait long. */
const BATCH = 500;

/** POST /oauth2/flush: deletes expired access tokens that were issued before `notAfter`. */
export const flushInactiveOAuth2Tokens: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const now = context.now();
  const notAfter = readCutOff(body.value, now);
  if (!notAfter.ok) return refuse(notAfter.error, request, context);

  const { access_tokens } = context.store;
  while ((await access_tokens.flush(now, notAfter.value, BATCH)) === BATCH);
  return noContent();
};

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

function readCutOff(body: unknown, now: number): Result<number, OAuthError> {
  if (body === undefined) return ok(now);
  if (!isJsonObject(body)) return err(invalidRequest("The body must be a JSON object."));
  const text = body["notAfter"];
  if (text === undefined || text === null) return ok(now);
  const time = typeof text === "string" && RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    return err(invalidRequest("notAfter must be a time as in 2026-01-31T12:00:00Z."));
  }
  return ok(Math.floor(time / 1000));
}
