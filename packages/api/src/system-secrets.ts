import * as v from "valibot";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { integer, list } from "./values.ts";

const systemSecret = named(
  "SystemSecret",
  "One of `secrets.system`, by its fingerprint.",
  v.object({
    fingerprint: required(v.string(), "Identifies the secret, and does not disclose it."),
    known_by: required(integer, "How many of the running servers have it."),
    signs_on: required(integer, "How many of them sign with it: it is the first of their list."),
    signed_at: optional(v.string(), "When it signed last; absent if it never did."),
    needed_until: optional(
      v.string(),
      "Until when something it signed may be valid, by the settings for lifespans; absent while it signs, and where a lifespan has no end.",
    ),
  }),
);

export const systemSecrets = named(
  "SystemSecrets",
  "Which of `secrets.system` the running servers on this database have.",
  v.object({
    servers: required(integer, "How many servers run; each worker process counts."),
    secrets: required(list(systemSecret), "The secrets that any of them has."),
  }),
);

export interface SystemSecrets extends ValueOf<typeof systemSecrets> {}
