import type { DeviceContext } from "./context.ts";
import { readHandle } from "../../crypto/flow-id.ts";
import { randomId } from "../../crypto/random.ts";
import { flowLifespan } from "../../context/flow-kind.ts";
import type { Request } from "../../http/request.ts";
import type { Response } from "../../http/response.ts";
import { decideLogin } from "../../interaction/next-step.ts";
import type { Flow } from "../../interaction/flow.ts";
import { useUserCode } from "./rules/user-code-request.ts";
import { alreadyUsed } from "../../interaction/verifier-use.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { findSession } from "../../flows/find-session.ts";
import { readDeviceCookie } from "./cookies.ts";
import { showError } from "../../flows/error-page.ts";
import { clientOfFlow } from "../../flows/flow-client.ts";
import { clientGone, flowUnknown } from "../../flows/flow-step.ts";
import { redirectToLogin } from "../../flows/start-flow.ts";

/**
 * The browser returns from the page for user codes, and its user signs in. Doing so again, for example after the session
 * ended or to use another account, starts the flow over until the user has decided.
 */
export async function continueAfterUserCode(
  verifier: string,
  params: FormFields,
  request: Request,
  context: DeviceContext,
): Promise<Response> {
  const { signer, store } = context;
  const deviceId = readHandle(signer, "device_verifier", verifier);
  if (deviceId === undefined) return showError(flowUnknown, request, context);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const flow = await store.flows.find(deviceId);
    if (flow === undefined) return showError(flowUnknown, request, context);
    if ((await clientOfFlow(flow, context)) === undefined)
      return showError(clientGone, request, context);
    const use = await verifyUse(flow, request, context);
    if (!use.ok) return showError(use.error, request, context);

    const next = await askLogin(flow, params, request, context);
    if (await store.flows.advance(next)) return redirectToLogin(next, request, context);
  }
  return showError(alreadyUsed.error, request, context);
}

/** An attempt fails only when another request was first, so this many concurrent hits of a browser all succeed. */
const MAX_ATTEMPTS = 10;

async function verifyUse(flow: Flow, request: Request, context: DeviceContext) {
  const { now } = context;
  const device = await context.device.authorizations.find(flow.flow_id, now());
  const browser = readDeviceCookie(request, context);
  const bound = browser !== undefined && browser === device?.challenge_id;
  return useUserCode(device, flow, { bound, now: now(), ttl: flowLifespan(flow, context) });
}

/** The flow at its beginning: the login app is asked, with the session of this browser. */
async function askLogin(
  flow: Flow,
  params: FormFields,
  request: Request,
  context: DeviceContext,
): Promise<Flow> {
  const prompt = params.get("prompt") === "login" ? (["login"] as const) : [];
  const decision = decideLogin({
    request: { ...flow.request, prompt },
    session: await findSession(request, context),
    hint: undefined,
    hint_matches_session: false,
    now: context.now_ms() / 1000,
  });
  if (decision.kind === "reject") throw new Error("A login was refused that nothing excludes.");
  const { kind: _asked, sid = randomId(), ...question } = decision;
  const login = { state: "waiting", sid, ...question } as const;
  return { ...flow, login, consent: undefined };
}
