import type { Strength } from "@latchkey/sign-in";

/** What a policy asks of every sign-in, as settings name it. */
export type Policy = "password" | "second_factor" | "passkey";

/** Policies by whom they are for. */
export interface Policies {
  readonly everyone: Policy;
  /** By the name of the group. */
  readonly groups: ReadonlyMap<string, Policy>;
}

const strengths: Readonly<Record<Policy, Strength>> = { password: 1, second_factor: 2, passkey: 3 };

/** How strong the sign-ins of a user in these groups have to be: the strictest policy counts. */
export function demandOn(groups: readonly string[], policies: Policies): Strength {
  const asked = [policies.everyone, ...groups.map((group) => policies.groups.get(group))];
  return asked.reduce<Strength>((strictest, policy) => {
    const strength = policy === undefined ? 1 : strengths[policy];
    return strength > strictest ? strength : strictest;
  }, 1);
}

/** Whether they ask for more than a password of anyone, so that there is something to look up. */
export function askForMore({ everyone, groups }: Policies): boolean {
  return [everyone, ...groups.values()].some((policy) => policy !== "password");
}
