import { clientOfFlow } from "./flow-client.ts";
import type { Context } from "../context.ts";
import { readHandle } from "../crypto/flow-id.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** The flow a browser's verifier names, and the client it is for, if both are still there. */
export async function openFlow(
  handle: "login_verifier" | "consent_verifier",
  verifier: string,
  context: Context,
): Promise<Result<{ flow: Flow; client: Client }, OAuthError>> {
  const { notary, store } = context;
  const flow_id = readHandle(notary, handle, verifier);
  const flow = flow_id === undefined ? undefined : await store.flows.find(flow_id);
  if (flow === undefined) return err(flowUnknown);
  const client = await clientOfFlow(flow, context);
  return client === undefined ? err(clientGone) : ok({ flow, client });
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
