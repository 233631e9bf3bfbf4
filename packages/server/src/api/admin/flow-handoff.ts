import { operations } from "@latchkey/api";
import { clientOfFlow } from "../../flows/flow-client.ts";
import { flowLifespan } from "../../context/flow-kind.ts";
import type { Context } from "../../context/context.ts";
import { type VerifierKind, writeVerifier } from "../../crypto/verifier.ts";
import { json, jsonText, type Response } from "../../http/response.ts";
import type { Request } from "../../http/request.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import type { Flow } from "../../interaction/flow.ts";
import type {
  InteractionFacts,
  InteractionRejection,
} from "../../interaction/interaction-rejection.ts";
import { userOf } from "../../interaction/login-request.ts";
import { isJsonObject } from "../../limits/json-depth.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { memoize } from "../../memoize.ts";
import type { Client } from "../../oauth/client.ts";
import type { Result } from "../../result.ts";
import { joinUrl } from "../../openid/urls.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { findChallenge, handoffError, unknown } from "./handoff.ts";

/** The two requests of a flow that an app answers. */
export type Question = VerifierKind;

/** A flow and its client. */
interface OpenFlow {
  readonly flow: Flow;
  readonly client: Client;
}

interface ShownFlow extends OpenFlow {
  /** The challenge of the request. */
  readonly challenge: string;
}

/** Responds with the request of a challenge, as the JSON of `show`. */
export async function showFlow(
  question: Question,
  request: Request,
  context: Context,
  show: (
    shown: ShownFlow,
    facts: InteractionFacts,
  ) => MaybePromise<Result<string, InteractionRejection>>,
  dialect?: Dialect,
): Promise<Response> {
  const named = await findChallenge(`${question}_challenge`, request, context);
  if (!named.ok) return named.error;
  const open = await openFor(await context.store.flows.find(named.value.id), context);
  if (open === undefined) return handoffError(unknown, request, context);
  const { challenge } = named.value;
  const shown = await show({ ...open, challenge }, factsFor(open.flow, context));
  return shown.ok
    ? jsonText(200, shown.value)
    : handoffError(shown.error, request, context, dialect);
}

/** A transition of a flow. It is pure, so that it can be repeated after a lost race. */
export type Step = (
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
  client: Client,
) => Result<Flow, InteractionRejection>;

/** The step, given only the fields of `schema` in dialects that ignore others. */
export function readingOnly(schema: object, step: Step, { ignores_unknown_fields }: Dialect): Step {
  if (!ignores_unknown_fields) return step;
  return (flow, body, facts, client) =>
    step(flow, withoutOthers(body, fieldsOf(schema)), facts, client);
}

function withoutOthers(body: unknown, fields: ReadonlySet<string>): unknown {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.has(name)));
}

/** The names of the fields of a request body. */
const fieldsOf = memoize((schema: object): ReadonlySet<string> => {
  if ("entries" in schema) return new Set(Object.keys(Object(schema.entries)));
  const pipe: unknown = "pipe" in schema ? schema.pipe : undefined;
  const within: object[] = Array.isArray(pipe) ? pipe.filter((one) => one !== schema) : [];
  const fields = within.map(fieldsOf).find(({ size }) => size > 0);
  return fields ?? new Set();
});

/** Stores the answer of a login or consent app and responds with `redirect_to`. Repeating an answer for the same user gives the same URL. */
export async function answerFlow(
  question: Question,
  request: Request,
  context: Context,
  step: Step,
): Promise<Response> {
  const named = await findChallenge(`${question}_challenge`, request, context);
  if (!named.ok) return named.error;
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);

  // The cache may only lead to a transition, which is a compare-and-swap: everything else is decided by the database.
  const { flows } = context.store;
  for (let known = flows.findCached(named.value.id); ; known = undefined) {
    const open = await openFor(known ?? (await flows.find(named.value.id)), context);
    if (open === undefined) return handoffError(unknown, request, context);
    const next = step(open.flow, body.value, factsFor(open.flow, context), open.client);
    if (known !== undefined && !next.ok) continue;
    if (!next.ok) return handoffError(next.error, request, context);
    // After a lost race the answer is applied again: the last one wins.
    if (await flows.advance(next.value)) {
      return json(200, { redirect_to: wayBack(question, next.value, context) });
    }
  }
}

function wayBack(question: Question, flow: Flow, { config, signer }: Context): string {
  const base = config["urls.self.public"] ?? config["urls.self.issuer"];
  const user = userOf(flow.login);
  const verifier = writeVerifier(signer, question, flow.flow_id, user);
  return `${joinUrl(base, operations.oauthAuth.path)}?${question}_verifier=${verifier}`;
}

function factsFor(flow: Flow, context: Context): InteractionFacts {
  return { now: context.now(), ttl: flowLifespan(flow, context) };
}

async function openFor(flow: Flow | undefined, context: Context): Promise<OpenFlow | undefined> {
  const client = flow && (await clientOfFlow(flow, context));
  return flow && client && { flow, client };
}
