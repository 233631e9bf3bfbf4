import * as v from "valibot";
import { named, optional, required, type ValueOf } from "./objects.ts";
import { integer, list } from "./values.ts";

const systemSecret = named(
  "SystemSecret",
  "One of `secrets.system`, by its fingerprint.",
  v.object({
    fingerprint: required(v.string(), "Identifies the secret, and does not disclose it."),
    position: optional(
      integer,
      "Its position in `secrets.system` of the server that responds, from 1; absent where that server does not have it.",
    ),
    known_by: required(integer, "How many of the running servers have it."),
    signs_on: required(integer, "How many of them sign with it: it is the first of their list."),
    signed_at: optional(v.string(), "When it signed last; absent if it never did."),
    needed_until: optional(
      v.string(),
      "Until when a token or code that it signed may be valid: by the settings for lifespans, and by what it sealed; absent while it signs, and where a lifespan has no end.",
    ),
    values: optional(
      integer,
      "How many stored values are still sealed with it, as far as they were counted; absent while it signs, and before they are counted.",
    ),
  }),
);

const resealing = named(
  "Resealing",
  "How far stored values are sealed with the secret that signs.",
  v.object({
    state: required(
      v.picklist(["counting", "resealing", "done"]),
      "Values that older secrets sealed are counted first, then sealed again.",
    ),
    fingerprint: required(v.string(), "The secret that they are sealed with."),
    resealed: required(integer, "How many values were sealed again."),
    unreadable: required(
      integer,
      "How many values none of the secrets opens. They stay as they are.",
    ),
    started_at: required(v.string(), "When it began."),
    finished_at: optional(v.string(), "When all values were sealed with the secret that signs."),
  }),
);

export const systemSecrets = named(
  "SystemSecrets",
  "Which of `secrets.system` the running servers on this database have.",
  v.object({
    servers: required(integer, "How many servers run; each worker process counts."),
    secrets: required(list(systemSecret), "The secrets that any of them has."),
    resealing: optional(
      resealing,
      "Absent while servers sign with different secrets, with one secret alone, and in the first seconds after a new secret was put first.",
    ),
  }),
);

export interface SystemSecrets extends ValueOf<typeof systemSecrets> {}
