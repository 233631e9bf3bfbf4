import { enablingCommands } from "../set-enabled.ts";

/** `latchkey clients disable`, `latchkey clients enable`. */
export const { disable: disableClients, enable: enableClients } = enablingCommands({
  argument: "ID",
  missing: "Missing argument: one or more client IDs.",
  example: "clients VERB photos",
  disabled:
    "Every request of the clients is refused and their tokens are inactive, on all servers within a second. Nothing is deleted: see first what they hold with latchkey end client ID --dry-run.",
  enabled:
    "Tokens that have not expired, and grants, are valid again. End them with latchkey end client.",
  set: async (id, enabled, latchkey) => {
    await latchkey.patchOAuth2Client({
      id,
      body: [{ op: "add", path: "/enabled", value: enabled }],
    });
    return id;
  },
});
