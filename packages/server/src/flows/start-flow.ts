import { storedFlowLifespan } from "../grants/lifespans.ts";
import { bindFlow } from "./cookies.ts";
import { limitRate } from "./limit-rate.ts";
import { loginUrl } from "./page-urls.ts";
import type { Context } from "../context/context.ts";
import { mintFlowId, writeHandle } from "../crypto/flow-id.ts";
import { redirect, type Response, type ResponseNote } from "../http/response.ts";
import type { Request } from "../http/request.ts";
import type { Flow } from "../interaction/flow.ts";
import { withQuery } from "../openid/urls.ts";
import { noting, withCookies } from "./authorization-response.ts";

/** Stores a flow, binds it to the browser and redirects to the login app. */
export async function startFlow(
  beginning: Omit<Flow, "flow_id" | "version" | "requested_at" | "consent">,
  request: Request,
  context: Context,
): Promise<Response> {
  const limited = limitRate(request, context);
  if (limited !== undefined) return limited;
  const { config, observer, now, now_ms, store } = context;
  const requested_at = now();
  // Stored longer than it is valid, so that a late user gets a link to start again.
  const keptFor = storedFlowLifespan(config);
  const flow: Flow = {
    ...beginning,
    flow_id: mintFlowId(now_ms() + keptFor * 1000, observer.admits()),
    version: 0,
    requested_at,
    consent: undefined,
  };
  await store.flows.begin(flow, requested_at + keptFor);
  return redirectToLogin(flow, request, context);
}

/** Binds a flow to the browser and redirects to the login app. */
export function redirectToLogin(flow: Flow, request: Request, context: Context): Response {
  const { signer } = context;
  const login_challenge = writeHandle(signer, "login_challenge", flow.flow_id);
  const location = withQuery(loginUrl(flow.request.prompt, context), { login_challenge });
  const answer = withCookies(redirect(location), bindFlow(flow.flow_id, request, context));
  return noting(answer, noteOf(flow));
}

function noteOf({ flow_id, client_id, login, request }: Flow): ResponseNote {
  return login.skip
    ? { flow_id, client_id, subject: login.subject, rule: "login_remembered" }
    : { flow_id, client_id, rule: ruleOf(request.prompt) };
}

function ruleOf(prompt: readonly string[]): string {
  return prompt.includes("create") ? "registration_asked" : "login_needed";
}
