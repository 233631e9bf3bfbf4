import type { PersonalData } from "@latchkey/server/feature/endpoints";
import { timestamp } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

/** With which providers a user is linked. */
export function federationPersonalData({
  identity: {
    store: { linked_identities },
  },
}: Pick<IdentityContext, "identity">): PersonalData {
  return {
    async list(subject) {
      const links = await linked_identities.list(subject);
      return {
        linked_identities: links.map(
          ({ provider_id, provider_subject, label, linked_at, last_used_at }) => ({
            provider_id,
            provider_subject,
            label,
            linked_at: timestamp(linked_at),
            last_used_at: timestamp(last_used_at),
          }),
        ),
      };
    },

    erase: async (subject) => ({ linked_identities: await linked_identities.removeAll(subject) }),
  };
}
