import type { AccountClaims } from "@latchkey/api";
import type { ClaimChange, SelfService } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import { changeClaims } from "./editable-claims.ts";
import { eraseAccount, exportAccountData } from "./erase-account.ts";

/** What users do with their accounts themselves. */
export function createSelfService(context: IdentityContext): SelfService {
  const { config, identity, personal_data, now } = context;
  const { accounts } = identity.store;
  const editable = new Set(config["identity.editable_claims"]);
  const find = async (subject: string) => {
    const account = await accounts.findSubject(subject);
    return account && identity.accounts.find(account.username);
  };

  return {
    editable_claims: [...editable],
    may_delete: config["identity.self_deletion"],

    async changeClaims(subject, texts) {
      const account = await accounts.findSubject(subject);
      if (account === undefined) return { changed: [] };
      const permitted = Object.entries(texts).filter(([name]) =>
        [...editable].some((one) => one === name),
      );
      let outcome: ClaimChange = { changed: [] };
      // Decided again of what the account has then: an administrator may change it meanwhile.
      await accounts.change(account.username, (present) => {
        const decided = changeClaims(present.profile, Object.fromEntries(permitted));
        if ("refused" in decided) {
          outcome = decided;
          return present;
        }
        outcome = { changed: decided.changed };
        const profile: AccountClaims = { ...decided.claims, updated_at: now() };
        return decided.changed.length === 0 ? present : { ...present, profile };
      });
      return outcome;
    },

    async exportData(subject) {
      const account = await find(subject);
      return account && { ...(await exportAccountData(account, context)) };
    },

    async countAccess(subject) {
      const records = await personal_data.list(subject);
      const { login_sessions = [], consents = [], workspace_installations = [] } = records;
      const clients = consents.map((consent) => "client_id" in consent && consent.client_id);
      return {
        sessions: login_sessions.length,
        apps: new Set(clients).size,
        integrations: workspace_installations.length,
      };
    },

    async deleteAccount(subject) {
      const account = await find(subject);
      return account && eraseAccount(account, context);
    },
  };
}
