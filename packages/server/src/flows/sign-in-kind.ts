import type { FlowKind } from "../context/context.ts";
import { redirect } from "../http/response.ts";
import { noting, withCookies } from "./authorization-response.ts";
import { sendToClient } from "./authorization-kind.ts";
import { releaseFlow } from "./cookies.ts";
import { ownClient } from "./own-client.ts";
import { placeUrl } from "./page-urls.ts";

/** A page of this server needs a signed-in user: the browser returns to `return_to`. There is no consent and no grant. */
export const signInKind: FlowKind = {
  kind: "sign_in",
  consent: "never",
  exempts_apis: true,
  consentUrl: (config) => placeUrl("consent", config),
  findClient: async () => ownClient,
  lifespanOf: () => undefined,
  afterLogin({ flow, answer, cookies }, context) {
    const all = [releaseFlow(flow.flow_id, context), ...cookies];
    const page = redirect(String(flow.purpose["return_to"]), 303);
    return noting(withCookies(page, all), { rule: "signed_in", subject: answer.subject });
  },
  conclude() {
    throw new Error("A consent was used in a flow that only signs in.");
  },
  concludeAgain: async () => undefined,
  fail: sendToClient,
  reject: sendToClient,
};
