import { showError } from "../browser/show-error.ts";
import { clientOfFlow } from "./flow-client.ts";
import type { Context } from "../context.ts";
import { readHandle } from "../crypto/flow-id.ts";
import type { Answer, Request } from "../http/endpoint.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";

/** A step of a flow that a browser takes. */
export interface BrowserStep {
  /** The kind of verifier that it brings. */
  readonly handle: "login_verifier" | "consent_verifier";
  readonly take: (flow: Flow, client: Client, request: Request, context: Context) => Promise<Taken>;
}

/** What came of a step. */
export interface Taken {
  /** Whether it was written down. If not, it was decided by nothing but the flow. */
  readonly written: boolean;
  readonly answer: Answer;
}

/** Lets a browser take its step in the flow that its verifier names, if that and the client it is for are still there. */
export async function stepInFlow(
  { handle, take }: BrowserStep,
  verifier: string,
  request: Request,
  context: Context,
): Promise<Answer> {
  const { notary, store } = context;
  const flow_id = readHandle(notary, handle, verifier);
  if (flow_id === undefined) return showError(flowUnknown, request, context);

  // What we remember of a flow is most likely how it is: the step itself will tell. If it was not, the store decides.
  for (let known = store.flows.recall(flow_id); ; known = undefined) {
    const flow = known ?? (await store.flows.find(flow_id));
    if (flow === undefined) return showError(flowUnknown, request, context);
    const client = await clientOfFlow(flow, context);
    if (client === undefined) return showError(clientGone, request, context);
    const { written, answer } = await take(flow, client, request, context);
    if (written || known === undefined) return answer;
  }
}

/** A step that was not taken. */
export function notTaken(answer: Answer): Taken {
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
