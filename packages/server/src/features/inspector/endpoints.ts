import { interactionLifespan } from "../../grants/lifespans.ts";
import {
  type Flow,
  type FlowList,
  type FlowOutcome,
  flowOutcomes,
  type FlowSummary,
} from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { InspectorContext } from "./context.ts";
import { json } from "../../http/response.ts";
import type { Request } from "../../http/request.ts";
import { readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { explainStep } from "./explain.ts";
import { flowOfSecret } from "./find-flow.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { InspectedFlow } from "./store.ts";

/** GET /inspector/flows. */
export const listFlows: FeatureEndpoint<InspectorContext> = async (request, context) => {
  const outcome = named("outcome", request);
  if (outcome !== undefined && !isOutcome(outcome)) return refuse(outcomeUnknown, request, context);
  const after = named("after", request);
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return refuse(cursorUnknown, request, context);

  const found = await context.inspector.store.list({
    flow_ids: await namedFlows(request, context),
    client_id: named("client_id", request),
    subject: named("subject", request),
    outcome,
    changed_after_ms: after === undefined ? undefined : Number(after) - OVERLAP_MS,
    abandoned_before_ms: abandonedBefore(context),
    limit: readPage(request.query).limit,
    now: context.now(),
  });
  const newestFirst = found.toSorted((one, other) => other.started_at_ms - one.started_at_ms);
  const flows = await Promise.all(newestFirst.map((flow) => describeFlow(flow, context)));
  const latest = Math.max(Number(after ?? 0), ...found.map(({ changed_at_ms }) => changed_at_ms));
  const list: FlowList = { flows, cursor: String(latest) };
  return json(200, list);
};

/** GET /inspector/flows/{flow_id}. */
export const getFlow: FeatureEndpoint<InspectorContext> = async (request, context) => {
  const flow_id = request.params["flow_id"] ?? "";
  const found = await context.inspector.store.find(flow_id, context.now());
  if (found === undefined) return refuse(flowUnknown, request, context);
  const summary = await describeFlow(found.flow, context);
  const flow: Flow = {
    ...summary,
    steps: found.steps.map((step) => explainStep(step, context.explanations)),
  };
  return json(200, flow);
};

/** Concurrent writes of several servers become visible late: the overlap may return a flow twice, but misses none. */
const OVERLAP_MS = 2_000;

/** The flows that a request id or a challenge leads to; undefined where neither was given. */
async function namedFlows(
  request: Request,
  context: InspectorContext,
): Promise<readonly string[] | undefined> {
  const request_id = named("request_id", request);
  const challenge = named("challenge", request);
  if (request_id === undefined && challenge === undefined) return undefined;
  const ofChallenge = challenge === undefined ? undefined : flowOfSecret(challenge, context);
  if (request_id === undefined) return ofChallenge === undefined ? [] : [ofChallenge];
  const ofRequest = await context.inspector.store.findByRequest(request_id);
  return challenge === undefined ? ofRequest : ofRequest.filter((id) => id === ofChallenge);
}

async function describeFlow(flow: InspectedFlow, context: InspectorContext): Promise<FlowSummary> {
  const { flow_id, kind, client_id, subject, outcome, headline, fix } = flow;
  const client_name = await context.nameOfClient(kind, client_id ?? "");
  const isAbandoned = outcome === "under_way" && flow.started_at_ms <= abandonedBefore(context);
  return {
    flow_id,
    kind,
    ...(client_id !== undefined && { client_id }),
    ...(client_name !== undefined && { client_name }),
    ...(subject !== undefined && { subject }),
    started_at: new Date(flow.started_at_ms).toISOString(),
    updated_at: new Date(flow.updated_at_ms).toISOString(),
    outcome: isAbandoned ? "abandoned" : outcome,
    headline,
    ...(fix !== undefined && { fix }),
  };
}

function abandonedBefore({ config, now_ms }: InspectorContext): number {
  return now_ms() - interactionLifespan(config) * 1000;
}

function named(name: string, { query }: Request): string | undefined {
  return query.get(name) || undefined;
}

function isOutcome(text: string): text is FlowOutcome {
  return flowOutcomes.some((outcome) => outcome === text);
}

const flowUnknown: OAuthError = {
  error: "not_found",
  error_description: "No such flow was recorded, or it has expired.",
};

const outcomeUnknown: OAuthError = {
  error: "invalid_request",
  error_description: `The outcome must be one of: ${flowOutcomes.join(", ")}.`,
};

const cursorUnknown: OAuthError = {
  error: "invalid_request",
  error_description: "The parameter after must be the cursor of an earlier response.",
};
