import { explainRule, fixFor } from "./explain.ts";
import type { Explanations } from "../../inspector/explanations.ts";
import type { ObservedFlow } from "./rules/observation.ts";
import { type Effect, effectOf } from "./outcome.ts";
import type { Reading } from "./read-observed-request.ts";

/** The state of the flows after these steps, which are in order of time. */
export function summarizeFlows(
  readings: readonly Reading[],
  explanations: Explanations,
): ObservedFlow[] {
  const byFlow = Map.groupBy(readings, ({ step }) => step.flow_id);
  return [...byFlow].map(([flow_id, steps]) => summarize(flow_id, steps, explanations));
}

function summarize(
  flow_id: string,
  readings: readonly Reading[],
  explanations: Explanations,
): ObservedFlow {
  const times = readings.map(({ step }) => step.at_ms);
  const decisive = decisiveStep(readings);
  const { facts } = decisive.step;
  const { outcome, settled } = effectOn(decisive);
  const fix = outcome === "failed" ? fixFor(facts, explanations) : undefined;
  return {
    flow_id,
    // Steps of login and consent apps have the kind authorization; only steps of the workspace API have the kind workspace.
    kind: readings.find(({ kind }) => kind !== "authorization")?.kind ?? "authorization",
    client_id: firstOf(readings.map(({ client_id }) => client_id)),
    subject: firstOf(readings.map(({ subject }) => subject)),
    started_at_ms: Math.min(...times),
    updated_at_ms: Math.max(...times),
    outcome,
    settled,
    headline: headlineFor(decisive, explanations),
    fix,
  };
}

/** The last response to the client, or else the last step. */
function decisiveStep(readings: readonly Reading[]): Reading {
  const decisive = readings.findLast((reading) => effectOn(reading).settled) ?? readings.at(-1);
  if (decisive === undefined) throw new Error("A flow has no steps.");
  return decisive;
}

function effectOn({ step, described }: Reading): Effect {
  return effectOf(step.facts, described.outcome);
}

function headlineFor({ step: { facts }, described }: Reading, explanations: Explanations): string {
  const isRefusal = facts.error !== undefined || facts.status >= 400;
  return isRefusal
    ? explainRule(facts, explanations).because
    : (headlines[facts.rule] ?? described.headline ?? "The flow is in progress.");
}

function firstOf(texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== "");
}

/** Rules that say more than the step they decide. */
const headlines: Readonly<Record<string, string>> = {
  device_granted: "The user can return to the device.",
  another_person_is_here:
    "Another user has signed in to the browser since, so no session was ended.",
  nobody_to_log_out: "The browser had no session to end.",
  signed_in: "The user signed in to a page of this server.",
};
