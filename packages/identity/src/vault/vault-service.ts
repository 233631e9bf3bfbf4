import type { VaultService } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";

/** What users see of the tokens that are kept for them, and do with them. */
export function createVaultService({
  identity: {
    store: { kept_tokens },
  },
  now,
}: IdentityContext): VaultService {
  return {
    async keptFor(subject) {
      const listed = await kept_tokens.list(subject, now());
      return listed.map(({ provider_id }) => provider_id);
    },
    remove: (subject, provider_id) => kept_tokens.remove({ subject, provider_id }),
  };
}
