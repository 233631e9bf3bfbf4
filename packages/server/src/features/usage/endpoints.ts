import type * as api from "@latchkey/api";
import { impactRequest } from "@latchkey/api";
import { readClientMetadata } from "../../api/client-metadata.ts";
import { randomId } from "../../crypto/random.ts";
import type { PreparedJudge } from "../../context/context.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { json } from "../../http/response.ts";
import { type Client, isMetadataName } from "../../oauth/client.ts";
import { type OAuthError, quote } from "../../oauth/oauth-error.ts";
import { readInput } from "../../oauth/read-input.ts";
import { urlOwner } from "../../outbound/outbound.ts";
import { type Api, identifierKey, type KnownApis } from "../../oauth/resource/api.ts";
import { readApiInput } from "../../oauth/resource/api-input.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import { err, ok, type Result } from "../../result.ts";
import type { UsageContext } from "./context.ts";
import { OTHERS } from "./counter.ts";
import { storeCounts } from "./job.ts";
import type { Refusal, Verdict } from "../../oauth/request/granted-request.ts";
import { CLIENT_DELETED, decideRecorded, type ImpactPolicy } from "./rules/impact.ts";
import type { RecordedRequest } from "./rules/recorded-request.ts";
import type { CountedRequest } from "./store.ts";

/** Counts of one answer. Each is judged twice, in a few microseconds. */
const MAX_COUNTS = 50_000;

/** POST /impact. */
export const predictImpact: FeatureEndpoint<UsageContext> = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, impactRequest) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const changed = await readChanges(input.value, context);
  if (!changed.ok) return refuse(changed.error, request, context);
  await storeCounts(context);
  const counts = await readCounts(changed.value, context);
  const clients = await judge(counts, changed.value, context);
  const answer: api.Impact = {
    since: timestamp(Math.max(context.now() - context.config["usage.lifespan"], 0)),
    refused: clients.reduce((total, { refused }) => total + refused, 0),
    clients,
    complete: counts.length < MAX_COUNTS,
  };
  return json(200, answer);
};

/** Clients and APIs as they would be; undefined for those that would be deleted. */
interface Changed {
  readonly clients: ReadonlyMap<string, Client | undefined>;
  /** By the key of the identifier. */
  readonly apis: ReadonlyMap<string, Api | undefined>;
  /** Those of features whose records would change. */
  readonly judges: readonly PreparedJudge[];
}

async function readChanges(
  { changes }: api.ImpactRequest,
  context: UsageContext,
): Promise<Result<Changed, OAuthError>> {
  const clients = new Map<string, Client | undefined>();
  const apis = new Map<string, Api | undefined>();
  for (const { kind, id, after } of changes) {
    if (kind === "client") {
      const present = await context.store.clients.find(id);
      const changed = after === undefined ? ok(undefined) : changeClient(present, after, context);
      if (!changed.ok) return err(ofChange(changed.error, { kind, id }));
      // Nothing was requested by a client that is to be created.
      if (present !== undefined) clients.set(id, changed.value);
    } else if (kind === "api") {
      const present = await context.store.apis.findByIdentifier(id);
      const changed = after === undefined ? ok(undefined) : changeApi(present, after, context);
      if (!changed.ok) return err(ofChange(changed.error, { kind, id }));
      apis.set(identifierKey(id), changed.value);
    }
  }
  const judges = await prepareJudges(changes, context);
  return judges.ok ? ok({ clients, apis, judges: judges.value }) : judges;
}

/** What no feature registers does not change. */
async function prepareJudges(
  changes: api.ImpactRequest["changes"],
  context: UsageContext,
): Promise<Result<readonly PreparedJudge[], OAuthError>> {
  const judges: PreparedJudge[] = [];
  for (const feature of context.change_judges) {
    const concerned = changes.filter(({ kind }) => kind === feature.kind);
    if (concerned.length === 0) continue;
    const prepared = await feature.prepare(concerned, context);
    if (!prepared.ok)
      return err(ofChange(prepared.error.error, { kind: feature.kind, id: prepared.error.id }));
    judges.push(prepared.value);
  }
  return ok(judges);
}

/** The error of one change among many. */
function ofChange(
  error: OAuthError,
  { kind, id }: { readonly kind: string; readonly id: string },
): OAuthError {
  return { ...error, error_description: `The ${kind} ${quote(id)}: ${error.error_description}` };
}

function changeClient(
  present: Client | undefined,
  after: object,
  context: UsageContext,
): Result<Client, OAuthError> {
  const defaultScope = context.config["oidc.dynamic_client_registration.default_scope"];
  const read = readClientMetadata(after, defaultScope, urlOwner(present), context);
  if (!read.ok) return read;
  const kept = Object.entries(present ?? {}).filter(([name]) => !isMetadataName(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The client with another description.
  return ok({ ...Object.fromEntries(kept), ...read.value.client_metadata } as Client);
}

function changeApi(
  present: Api | undefined,
  after: object,
  { now }: UsageContext,
): Result<Api, OAuthError> {
  const read = readApiInput(after, { present, now: now(), newId: randomId });
  return read.ok ? read : err(read.error);
}

/** The requests of the clients that change; where anything else does, of all clients. */
async function readCounts(
  { clients, apis, judges }: Changed,
  { usage, now }: UsageContext,
): Promise<readonly CountedRequest[]> {
  if (apis.size + judges.length > 0) return usage.store.list(undefined, now(), MAX_COUNTS);
  const counts: CountedRequest[] = [];
  for (const client_id of clients.keys())
    counts.push(...(await usage.store.list(client_id, now(), MAX_COUNTS - counts.length)));
  return counts;
}

async function judge(
  counts: readonly CountedRequest[],
  changed: Changed,
  context: UsageContext,
): Promise<readonly api.ImpactOnClient[]> {
  const judged: api.ImpactOnClient[] = [];
  const findApi = memoizeFindApi(context);
  for (const [client_id, ofClient] of Map.groupBy(counts, (count) => count.client_id)) {
    const before = await context.store.clients.find(client_id);
    if (before === undefined) continue; // It was deleted: its requests are refused already.
    const after = changed.clients.has(client_id) ? changed.clients.get(client_id) : before;
    const impact = await judgeClient({ before, after, changed, findApi }, ofClient, context);
    if (impact.refused > 0 || impact.unknown > 0) judged.push(impact);
  }
  return judged.toSorted((one, other) => other.refused - one.refused);
}

/** A client as it is, and as it would be; undefined where it would be deleted. */
interface JudgedClient {
  readonly before: Client;
  readonly after: Client | undefined;
  readonly changed: Changed;
  readonly findApi: FindApi;
}

async function judgeClient(
  judged: JudgedClient,
  counts: readonly CountedRequest[],
  context: UsageContext,
): Promise<api.ImpactOnClient> {
  const { client_id, client_name } = judged.before;
  const refusals = new Map<string, Refusal & { requests: number }>();
  let [all, refused, unknown] = [0, 0, 0];
  for (const { request, requests } of counts) {
    all += requests;
    const verdict = await judgeRequest(request, judged, context);
    if (verdict === "unknown") unknown += requests;
    if (typeof verdict === "string") continue;
    refused += requests;
    const key = `${verdict.field}\n${verdict.value}`;
    const total = (refusals.get(key)?.requests ?? 0) + requests;
    refusals.set(key, { ...verdict, requests: total });
  }
  const most = [...refusals.values()].toSorted((one, other) => other.requests - one.requests);
  return { client_id, client_name, requests: all, refused, refusals: most, unknown };
}

/** What the change makes of a request. What is refused as things are is not refused by it. */
async function judgeRequest(
  text: string,
  { before, after, changed, findApi }: JudgedClient,
  context: UsageContext,
): Promise<Verdict> {
  if (text === OTHERS) return after === undefined ? CLIENT_DELETED : "unknown";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the counter.
  const request = JSON.parse(text) as RecordedRequest;
  const known = await findKnownApis(request, findApi);
  const { apis, judges } = changed;
  const present = judges.map((one) => one.before);
  const verdict = decideRecorded(request, before, policyOf(known, context), present);
  if (typeof verdict === "object") return "granted";
  const proposed = judges.map((one) => one.after);
  const policy = policyOf(withChanges(known, apis), context);
  const next = decideRecorded(request, after, policy, proposed);
  return next === verdict ? "granted" : next;
}

type FindApi = (identifier: string) => Promise<Api | undefined>;

/** Looks each name up once for an answer: many requests name the same. */
function memoizeFindApi({ store }: UsageContext): FindApi {
  const found = new Map<string, Promise<Api | undefined>>();
  return (identifier) => {
    const known = found.get(identifier) ?? store.apis.findByIdentifier(identifier);
    found.set(identifier, known);
    return known;
  };
}

async function findKnownApis(
  { audience, resource }: RecordedRequest,
  findApi: FindApi,
): Promise<KnownApis> {
  const names = [...audience, ...resource];
  const found = await Promise.all(names.map(async (name) => [name, await findApi(name)] as const));
  return new Map(found.flatMap(([name, one]) => (one ? [[identifierKey(name), one]] : [])));
}

function withChanges(known: KnownApis, changed: Changed["apis"]): KnownApis {
  if (changed.size === 0) return known;
  const after = new Map(known);
  for (const [key, one] of changed) {
    if (one === undefined) after.delete(key);
    else after.set(key, one);
  }
  return after;
}

function policyOf(apis: KnownApis, { config }: UsageContext): ImpactPolicy {
  return {
    apis,
    open_apis: config["oauth2.resource_indicators.open_apis"],
    scope_strategy: config["strategies.scope"],
    server_profile: config["security.profile"],
    dpop_required: config["oauth2.dpop.required"],
    push_required: config["oauth2.require_pushed_authorization_requests"],
  };
}
