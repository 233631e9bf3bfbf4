/** The outcome of a flow, by its steps. */

import type { InspectedStep } from "@latchkey/api";
import type { ObservedFlow, StepFacts } from "./rules/observation.ts";

/** The effect of a step on its flow. */
export type Effect = Pick<ObservedFlow, "outcome" | "settled">;

/** Whether the flow continues after a step, and whether the client has received its response. `outcome` is that of its success. */
export function effectOf(facts: StepFacts, outcome: InspectedStep["outcome"]): Effect {
  if (facts.error !== undefined || facts.status >= 400) return effectOfRejection(facts);
  if (facts.rule === "signed_in" || facts.rule === "nobody_to_log_out") return granted;
  return { outcome, settled: outcome !== "under_way" };
}

const granted: Effect = { outcome: "granted", settled: true };
const underWay: Effect = { outcome: "under_way", settled: false };

function effectOfRejection({ name, rule, error }: StepFacts): Effect {
  if (name.endsWith("_not_shown") && rule === "already_used") return underWay; // The user pressed the back button.
  const outcome = refusals.has(rule) || refusals.has(error ?? "") ? "refused" : "failed";
  const isHandoff = name.endsWith("_not_shown") || name.endsWith("_answer_not_taken");
  // A reload or a repeated request does not change the outcome.
  return { outcome, settled: !isHandoff && !repetitions.has(rule) };
}

/** Not failures: the user or a provider denied the request, or the user was not signed in. */
const refusals: ReadonlySet<string> = new Set([
  "login_provider_refused",
  "consent_provider_refused",
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
]);

const repetitions: ReadonlySet<string> = new Set([
  "already_used",
  "race_lost",
  "device_code_used",
  "device_polls_too_fast",
  "auth_req_id_used",
  "backchannel_polls_too_fast",
]);
