import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { integer } from "../values.ts";

const takeoverStatus = named(
  "TakeoverStatus",
  "What is left of the data of another server.",
  v.object({
    state: required(
      v.picklist(["none", "under_way", "done"]),
      "`none`: nothing was taken over, or nothing of it is left. `under_way`: an import has not come to its end. `done`: it has, and something of it is valid.",
    ),
    source: optional(v.string(), "What the data came from."),
    began_at: optional(v.string(), "When the import began."),
    ended_at: optional(v.string(), "When it ended."),
    followed_at: optional(
      v.string(),
      "Of an import that is under way and follows its source: what the source had then is here. Absent before its first pass.",
    ),
    failing_since: optional(
      v.string(),
      "Since when its passes fail, because the source or the database does not respond. Absent after a pass.",
    ),
    live_tokens: required(
      integer,
      "About how many codes and tokens of the other server have not expired, registration access tokens aside, counted up to 100,000.",
    ),
    registration_tokens: optional(
      integer,
      "How many of its registration access tokens were not used here, likewise. They do not expire: a client that manages its registration with one needs the secrets of that server until it has used it here.",
    ),
    needed_until: optional(
      v.string(),
      "When the last of its sessions, codes and tokens expires, registration access tokens aside. Until then the secrets of the other server must stay in `secrets.system` and `secrets.cookie`. Absent where nothing is left, and where something does not expire.",
    ),
  }),
);

export interface TakeoverStatus extends ValueOf<typeof takeoverStatus> {}

export const takeoverOperations = {
  getTakeover: {
    ...adminOperation,
    method: "GET",
    path: "/takeover",
    success: 200,
    response: takeoverStatus,
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "See what is left of a takeover",
    summary:
      "Returns how much of what another server issued is still valid, and until when its secrets are needed.",
    description: "`latchkey doctor` explains the response.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
