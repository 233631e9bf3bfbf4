import { type FailedSignIn, failedSignInMethods, failedSignInReasons } from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import { json, readPage, refuse, type Request } from "@latchkey/server/feature/endpoints";
import {
  err,
  invalidRequest,
  type OAuthError,
  ok,
  type Result,
  timestamp,
} from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";
import type { FailureQuery, StoredFailure } from "./store.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /failed-sign-ins. */
export const listFailedSignIns: Endpoint = async (request, context) => {
  const { identity, now } = context;
  const wanted = readQuery(request);
  if (!wanted.ok) return refuse(wanted.error, request, context);
  const username = request.query.get("username") || undefined;
  const named = username === undefined ? undefined : await identity.accounts.findByName(username);
  const { subject } = wanted.value;
  const isContradictory = named !== undefined && subject !== undefined && named.subject !== subject;
  if ((username !== undefined && named === undefined) || isContradictory) return json(200, []);
  await identity.failed_sign_ins.flush();
  const query = { ...wanted.value, subject: named?.subject ?? subject };
  const found = await identity.store.failed_sign_ins.list(query, now());
  return json(200, found.map(describeFailure));
};

const MAX_EXPORTED = 1_000;

/** Seconds after the end of ten minutes in which servers may still store some of them. */
const STORED_WITHIN = 60;

/** GET /failed-sign-ins/export. */
export const exportFailedSignIns: Endpoint = async ({ query }, { identity, now }) => {
  const given = query.get("limit") ?? "";
  const most = /^[1-9]\d{0,2}$/.test(given) ? Number(given) : MAX_EXPORTED;
  const times = { ended_before: now() - STORED_WITHIN, now: now() };
  const after = query.get("after") ?? "";
  const found = await identity.store.failed_sign_ins.listAfter(after, most, times);
  const body = found.map((one) => `${JSON.stringify(describeFailure(one))}\n`).join("");
  const headers = { "Content-Type": "application/x-ndjson; charset=utf-8" };
  return { status: 200, headers, body };
};

/** A failure, as the API returns it. */
export function describeFailure(failure: StoredFailure): FailedSignIn {
  const { failure_id, first_at, last_at, count, method, reason, device, request_ids } = failure;
  const { subject, username, throttle, provider, network } = failure;
  return {
    id: failure_id,
    first_at: timestamp(first_at),
    last_at: timestamp(last_at),
    count,
    subject: subject ?? null,
    username: username ?? null,
    method,
    reason,
    throttle: throttle ?? null,
    provider: provider ?? null,
    network: network ?? null,
    device,
    request_ids: [...request_ids],
  };
}

function readQuery(request: Request): Result<FailureQuery, OAuthError> {
  const { query } = request;
  const named = (name: string): string | undefined => query.get(name) || undefined;
  const method = readOneOf(request, "method", failedSignInMethods);
  if (!method.ok) return method;
  const reason = readOneOf(request, "reason", failedSignInReasons);
  if (!reason.ok) return reason;
  const since = readTime(request, "since");
  if (!since.ok) return since;
  const until = readTime(request, "until");
  if (!until.ok) return until;
  return ok({
    subject: named("subject"),
    network: named("network"),
    method: method.value,
    reason: reason.value,
    provider: named("provider"),
    request_id: named("request_id"),
    since: since.value,
    until: until.value,
    before: named("before"),
    limit: readPage(query).limit,
  });
}

function readOneOf(
  { query }: Request,
  name: string,
  known: object,
): Result<string | undefined, OAuthError> {
  const text = query.get(name) || undefined;
  return text === undefined || Object.hasOwn(known, text)
    ? ok(text)
    : err(invalidRequest(`${name} must be one of: ${Object.keys(known).join(", ")}.`));
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Unix seconds. */
function readTime({ query }: Request, name: string): Result<number | undefined, OAuthError> {
  const text = query.get(name) || undefined;
  if (text === undefined) return ok(undefined);
  const time = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time)
    ? err(invalidRequest(`${name} must be a time as in 2026-01-31T12:00:00Z.`))
    : ok(Math.floor(time / 1000));
}
