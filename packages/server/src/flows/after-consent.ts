import { kindOf } from "../context/flow-kind.ts";
import type { ConsentAnswer } from "../interaction/consent-answer.ts";
import { isAtConsent, useConsent } from "../interaction/consent-transitions.ts";
import { alreadyUsed } from "../interaction/verifier-use.ts";
import { releaseFlow } from "./cookies.ts";
import type { BrowserStep } from "./flow-step.ts";

/** The last step: the browser returns from the consent app, and the client gets what the user granted. */
export const continueAfterConsent: BrowserStep<ConsentAnswer> = {
  from: "consent",
  use: useConsent,
  rejected_rule: "consent_provider_refused",
  async proceed({ flow, answer, client, request }, context) {
    if (!isAtConsent(flow))
      throw new Error("A consent was used in a flow that never asked for it.");
    const cookies = [releaseFlow(flow.flow_id, context)];
    return kindOf(flow, context).conclude({ flow, answer, client, cookies, request }, context);
  },
  async repeat({ flow, client, request }, context) {
    const kind = kindOf(flow, context);
    const ended = { flow, client, cookies: [releaseFlow(flow.flow_id, context)], request };
    const answer = await kind.concludeAgain(ended, context);
    return answer ?? kind.fail({ ...ended, error: alreadyUsed.error }, context);
  },
};
