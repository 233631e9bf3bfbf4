import type { AccountServices } from "../account-services.ts";
import {
  type AskedLevels,
  nextStep,
  type NextStep,
  type OwnedFactors,
  strengthOfMethods,
} from "./policy.ts";

/** What a sign-in still needs, with the factors that the account has now. */
export async function nextStepFor(
  levels: AskedLevels,
  { subject, amr }: { readonly subject: string; readonly amr: readonly string[] },
  { factors, passkeys, acr_names }: AccountServices,
): Promise<NextStep> {
  const owned = await factors.list(subject);
  const hasPasskey = owned.some(({ kind }) => kind === "passkey");
  const has: OwnedFactors = {
    totp: owned.some(({ kind }) => kind === "totp"),
    passkey: passkeys.available && hasPasskey,
    unusable: !passkeys.available && hasPasskey,
  };
  return nextStep(levels, has, strengthOfMethods(amr), acr_names);
}
