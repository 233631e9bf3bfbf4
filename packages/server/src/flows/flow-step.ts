import { isBoundTo, releaseFlow } from "./cookies.ts";
import { showError } from "./error-page.ts";
import { clientOfFlow } from "./flow-client.ts";
import type { Context, StepResult } from "../context/context.ts";
import {
  isVerifierFor,
  readVerifier,
  type Verifier,
  type VerifierKind,
} from "../crypto/verifier.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { Flow } from "../interaction/flow.ts";
import { userOf } from "../interaction/login-request.ts";
import {
  alreadyUsed,
  anotherUser,
  type UseFacts,
  type VerifierUse,
} from "../interaction/verifier-use.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { flowLifespan, kindOf } from "../context/flow-kind.ts";

/** A step of a flow: the browser returns from a login or consent app. */
export interface BrowserStep<Given> {
  /** The app that the browser returns from. */
  readonly from: VerifierKind;
  /** Checks the app's answer at this moment. */
  readonly use: (flow: Flow, facts: UseFacts) => VerifierUse<Given>;
  /** The rule for the inspector when the app rejected the request. */
  readonly rejected_rule: "login_provider_refused" | "consent_provider_refused";
  /** Continues the flow when the app accepted, with the answer marked as used. */
  readonly proceed: (
    accepted: StepInput & { readonly answer: Given },
    context: Context,
  ) => Promise<StepResult>;
  /** The response to a repeated step of the same browser. */
  readonly repeat: (repeated: StepInput, context: Context) => Promise<Response>;
}

/** What a step is taken with. */
export interface StepInput {
  readonly flow: Flow;
  readonly client: Client;
  readonly request: Request;
}

/** Runs a step of the flow in the verifier, if the flow and its client still exist. */
export async function stepInFlow<Given>(
  step: BrowserStep<Given>,
  text: string,
  request: Request,
  context: Context,
): Promise<Response> {
  const { signer, store } = context;
  const verifier = readVerifier(signer, step.from, text);
  if (verifier === undefined) return showError(flowUnknown, request, context);
  const { flow_id } = verifier;

  // A cached flow may only lead to a step that is stored, which is a compare-and-swap. Any other response, such as an error,
  // must follow from the flow in the database.
  let known = store.flows.findCached(flow_id);
  for (let attempt = 1; ; attempt += 1) {
    const flow = known ?? (await store.flows.find(flow_id));
    if (flow === undefined) return showError(flowUnknown, request, context);
    const client = await clientOfFlow(flow, context);
    if (client === undefined) return showError(clientGone, request, context);
    const input = { flow, client, request };
    const { written, lost, response } = await runStep(step, verifier, input, context);
    if (written || attempt === MAX_ATTEMPTS || (known === undefined && !lost)) return response;
    known = undefined;
  }
}

/** From the cache, from the database, and again after a lost race. */
const MAX_ATTEMPTS = 3;

async function runStep<Given>(
  step: BrowserStep<Given>,
  verifier: Verifier,
  { flow, client, request }: StepInput,
  context: Context,
): Promise<StepResult> {
  const bound = isBoundTo(flow.flow_id, request, context);
  const ttl = flowLifespan(flow, context);
  const use = isVerifierFor(context.signer, verifier, userOf(flow.login))
    ? step.use(flow, { bound, now: context.now(), ttl })
    : anotherUser;
  const kind = kindOf(flow, context);
  switch (use.kind) {
    case "unusable":
      return storedNothing(
        await kind.fail({ flow, error: use.error, cookies: [], request }, context),
      );
    case "rejected_again": {
      const error = { reason: step.rejected_rule, ...use.refusal };
      const cookies = [releaseFlow(flow.flow_id, context)];
      return storedNothing(await kind.reject({ flow, error, cookies, request }, context));
    }
    case "repeated":
      return storedNothing(await step.repeat({ flow: use.flow, client, request }, context));
    case "rejected": {
      const written = await context.store.flows.advance(use.flow);
      // A duplicate was first, or the app has changed its mind.
      if (!written) {
        const lost = { flow, error: alreadyUsed.error, cookies: [], request };
        return lostRace(await kind.fail(lost, context));
      }
      const error = { ...use.refusal, reason: step.rejected_rule };
      const cookies = [releaseFlow(flow.flow_id, context)];
      return { written, response: await kind.reject({ flow, error, cookies, request }, context) };
    }
    case "accepted":
      return step.proceed({ flow: use.flow, answer: use.answer, client, request }, context);
  }
}

/** A step that lost a race. */
export function lostRace(response: Response): StepResult {
  return { written: false, lost: true, response };
}

/** A step that ended with a response and stored nothing. */
export function storedNothing(response: Response): StepResult {
  return { written: false, response };
}

/** The flow expired and was deleted, or never existed. */
export const flowUnknown: OAuthError = {
  reason: "flow_unknown",
  error: "access_denied",
  error_description: "This request no longer exists. Go back to the app and start again.",
};

/** The client, or its redirect URI, was deleted after the flow began. */
export const clientGone: OAuthError = {
  error: "invalid_client",
  error_description: "The client that asked, or its redirect URI, is not registered any more.",
};
