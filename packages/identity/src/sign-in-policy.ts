import type { LoginSession } from "@latchkey/server/feature/endpoints";
import { type Strength, strengthOfMethods } from "@latchkey/sign-in";
import type { IdentityContext } from "./context.ts";
import { askForMore, demandOn, type Policies } from "./rules/sign-in-policy.ts";

/** How strong the sign-ins of a user have to be, by the settings and the user's groups of now. */
export async function demandOnSubject(
  subject: string,
  { config, identity }: IdentityContext,
): Promise<Strength> {
  const policies: Policies = {
    everyone: config["identity.policy"],
    groups: config["identity.group_policies"],
  };
  if (!askForMore(policies)) return 1;
  const account = await identity.store.accounts.findSubject(subject);
  return demandOn(account?.groups ?? [], policies);
}

/** Whether a session was signed in to as strongly as the policies ask by now, which may have become stricter. */
export async function meetsPolicy(
  { subject, sid }: LoginSession,
  context: IdentityContext,
): Promise<boolean> {
  const demand = await demandOnSubject(subject, context);
  if (demand === 1) return true;
  const noted = await context.identity.store.account_sessions.find(subject, sid, context.now());
  return strengthOfMethods(noted?.amr ?? []) >= demand;
}
