/** The steps that requests are, and their names as the API returns them. */

import type { InspectedOperation, InspectedStep } from "@latchkey/api";
import { type ObservedGrant, unknownGrant } from "./observed-request.ts";

/** The step that a request is, by its operation, its parameters and its grant type. */
export function findStep(
  { step, other_steps }: InspectedOperation,
  parameters: ReadonlyMap<string, string>,
  grant: ObservedGrant = unknownGrant,
): InspectedStep {
  const other = other_steps.find(({ parameter, value }) =>
    value === undefined ? parameters.has(parameter) : parameters.get(parameter) === value,
  );
  return other?.step ?? (step === "of_grant_type" ? grant.step : step);
}

/** The name of a step, by whether its request was rejected. */
export function nameStep({ name, refused }: InspectedStep, is_refused: boolean): string {
  return is_refused ? (refused ?? name) : name;
}
