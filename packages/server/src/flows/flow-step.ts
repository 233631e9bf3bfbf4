import { isBoundTo, releaseFlow } from "./cookies.ts";
import { showError } from "./error-page.ts";
import { clientOfFlow } from "./flow-client.ts";
import type { Context } from "../context/context.ts";
import { readHandle } from "../crypto/flow-id.ts";
import type { Response, Request } from "../http/endpoint.ts";
import type { Flow } from "../interaction/flow.ts";
import type { UseFacts, VerifierUse } from "../interaction/verifier-use.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { destinationOf, refuseClient } from "./authorization-response.ts";
import { flowLifespan } from "../grants/lifespans.ts";

/** A step of a flow that a browser takes when it is back from a provider. */
export interface BrowserStep<Given> {
  /** The kind of verifier that it brings. */
  readonly handle: "login_verifier" | "consent_verifier";
  /** What the provider's answer is worth now. */
  readonly use: (flow: Flow, facts: UseFacts) => VerifierUse<Given>;
  /** What the provider's no is called. */
  readonly refused: "login_provider_refused" | "consent_provider_refused";
  /** What comes of its yes, in the flow in which that has been used. */
  readonly goOn: (
    flow: Flow,
    given: Given,
    client: Client,
    request: Request,
    context: Context,
  ) => Promise<Taken>;
  /** The response to a step that was taken before, for the browser that took it. */
  readonly repeat: (
    flow: Flow,
    client: Client,
    request: Request,
    context: Context,
  ) => Promise<Response>;
}

/** What came of a step. */
export interface Taken {
  /** Whether it was written down. If not, it was decided by nothing but the flow. */
  readonly written: boolean;
  /** Another request was first, perhaps a duplicate of this one: the flow must be looked at again. */
  readonly lost?: true;
  readonly answer: Response;
}

/** Lets a browser take its step in the flow that its verifier names, if that and the client it is for are still there. */
export async function stepInFlow<Given>(
  step: BrowserStep<Given>,
  verifier: string,
  request: Request,
  context: Context,
): Promise<Response> {
  const { signer, store } = context;
  const flow_id = readHandle(signer, step.handle, verifier);
  if (flow_id === undefined) return showError(flowUnknown, request, context);

  // What we remember of a flow is most likely how it is: the step itself will tell. If it was not, the store decides.
  let known = store.flows.findCached(flow_id);
  for (let attempt = 1; ; attempt += 1) {
    const flow = known ?? (await store.flows.find(flow_id));
    if (flow === undefined) return showError(flowUnknown, request, context);
    const client = await clientOfFlow(flow, context);
    if (client === undefined) return showError(clientGone, request, context);
    const { written, lost, answer } = await take(step, flow, client, request, context);
    if (written || attempt === ATTEMPTS || (known === undefined && !lost)) return answer;
    known = undefined;
  }
}

/** From memory, from the store, and once more when another request was first. */
const ATTEMPTS = 3;

async function take<Given>(
  step: BrowserStep<Given>,
  flow: Flow,
  client: Client,
  request: Request,
  context: Context,
): Promise<Taken> {
  const bound = isBoundTo(flow.flow_id, request, context);
  const ttl = flowLifespan(flow, context.config);
  const use = step.use(flow, { bound, now: context.now(), ttl });
  switch (use.kind) {
    case "unusable":
      return notTaken(refuseClient(destinationOf(flow), use.error, [], context));
    case "refused_again": {
      const refusal = { reason: step.refused, ...use.refusal };
      const cookies = [releaseFlow(flow.flow_id, context)];
      return notTaken(refuseClient(destinationOf(flow), refusal, cookies, context));
    }
    case "repeated":
      return notTaken(await step.repeat(use.flow, client, request, context));
    case "refused": {
      const written = await context.store.flows.advance(use.flow);
      const refusal = { ...use.refusal, reason: step.refused };
      const cookies = [releaseFlow(flow.flow_id, context)];
      return { written, answer: refuseClient(destinationOf(flow), refusal, cookies, context) };
    }
    case "accepted":
      return step.goOn(use.flow, use.answer, client, request, context);
  }
}

/** A step that another request took first. */
export function lostRace(answer: Response): Taken {
  return { written: false, lost: true, answer };
}

/** A step that was not taken. */
export function notTaken(answer: Response): Taken {
  return { written: false, answer };
}

const flowUnknown: OAuthError = {
  error: "access_denied",
  error_description:
    "There is no such request any more. Go back to where you came from and start again.",
};

const clientGone: OAuthError = {
  error: "invalid_client",
  error_description: "The client that asked is not registered any more.",
};
