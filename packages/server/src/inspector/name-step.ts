/** The names of steps, as the API returns them. */

import type { InspectedOperation } from "@latchkey/api";
import { type ObservedGrant, unknownGrant } from "./observed-request.ts";

/** The name of a step, by its operation, its parameters and whether it was rejected. */
export function nameStep(
  { step, other_steps }: InspectedOperation,
  parameters: ReadonlyMap<string, string>,
  refused: boolean,
  grant: ObservedGrant = unknownGrant,
): string {
  const other = other_steps.find(({ parameter, value }) =>
    value === undefined ? parameters.has(parameter) : parameters.get(parameter) === value,
  );
  const taken = other?.step ?? (step === "of_grant_type" ? grant.step : step);
  return refused ? (taken.refused ?? taken.name) : taken.name;
}
