import type { PersonalData } from "@latchkey/server/feature/endpoints";
import { timestamp } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

/** That tokens of providers are kept for a user. The tokens themselves are no part of it. */
export function vaultPersonalData({
  identity: {
    store: { kept_tokens },
  },
  now,
}: Pick<IdentityContext, "identity" | "now">): PersonalData {
  return {
    async list(subject) {
      const listed = await kept_tokens.list(subject, now());
      return {
        kept_tokens: listed.map(({ provider_id, scope, kept_at, expires_at }) => ({
          provider_id,
          scope,
          kept_at: timestamp(kept_at),
          expires_at: timestamp(expires_at),
        })),
      };
    },

    erase: async (subject) => ({ kept_tokens: await kept_tokens.removeOfUser(subject) }),
  };
}
