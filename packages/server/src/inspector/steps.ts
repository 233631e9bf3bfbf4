import { type InspectedStep, served } from "@latchkey/api";
import { type ObservedGrant, unknownGrant } from "./observed-request.ts";

/** What to say of a step, by its name. */
export type Steps = ReadonlyMap<string, Pick<InspectedStep, "sentence" | "contents">>;

/** The steps of all operations and of these grant types. */
export function stepsByName(grants: Iterable<ObservedGrant>): Steps {
  const steps = [...operationSteps(), unknownGrant.step, ...Array.from(grants, ({ step }) => step)];
  return new Map(steps.flatMap((step) => [[step.name, step], ...refusalOf(step)]));
}

function operationSteps(): InspectedStep[] {
  return Object.values(served).flatMap(({ inspect }) => {
    if (inspect === null) return [];
    const others = inspect.other_steps.map(({ step }) => step);
    return inspect.step === "of_grant_type" ? others : [inspect.step, ...others];
  });
}

function refusalOf(step: InspectedStep): [string, Pick<InspectedStep, "sentence" | "contents">][] {
  const { refused, sentence, refused_sentence } = step;
  if (refused === null) return [];
  return [[refused, { sentence: refused_sentence ?? sentence, contents: null }]];
}
