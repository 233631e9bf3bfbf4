import type { StepFacts } from "./observation.ts";
import type { ObservedFlow } from "./observation.ts";

/** What a step does to its flow. */
export type Effect = Pick<ObservedFlow, "outcome" | "settled">;

/** What a step means for its flow: whether it goes on, and whether the client has its answer. */
export function effectOf(facts: StepFacts): Effect {
  if (facts.error !== undefined || facts.status >= 400) return effectOfRefusal(facts);
  if (facts.rule === "signed_in" || facts.rule === "nobody_to_log_out") return granted;
  switch (facts.name) {
    case "after_consent":
    case "code_redeemed":
    case "refreshed":
    case "token_issued":
    case "revoked":
    case "after_logout":
      return granted;
    case "logout_rejected":
      return { outcome: "refused", settled: true };
    default:
      return underWay;
  }
}

const granted: Effect = { outcome: "granted", settled: true };
const underWay: Effect = { outcome: "under_way", settled: false };

function effectOfRefusal({ name, rule, error }: StepFacts): Effect {
  if (name.endsWith("_not_shown") && rule === "already_used") return underWay; // Somebody went back.
  const outcome = refusals.has(rule) || refusals.has(error ?? "") ? "refused" : "failed";
  const isHandoff = name.endsWith("_not_shown") || name.endsWith("_answer_not_taken");
  // A reload or a request sent twice takes nothing from an answer that was given.
  return { outcome, settled: !isHandoff && !repetitions.has(rule) };
}

/** Nothing is broken: somebody said no, or was not there. */
const refusals: ReadonlySet<string> = new Set([
  "login_provider_refused",
  "consent_provider_refused",
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
]);

const repetitions: ReadonlySet<string> = new Set(["already_used", "race_lost"]);
