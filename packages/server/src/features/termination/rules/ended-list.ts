/** The list of ended JWT access tokens. `@latchkey/protect` reads it. */

import { hash } from "node:crypto";
import { endingKey, type EndingKind } from "../../../oauth/ending-key.ts";
import type { Ended } from "./ended-index.ts";

/** The media type in the header of the list. */
export const ENDED_TOKENS_TYPE = "ended-tokens+jwt";

/** More entries are not listed: then all tokens that are older than the newest of the others are refused. */
const MAX_LISTED = 50_000;

/** A grant that ended before its time. */
export interface EndedGrant {
  readonly grant_id: string;
  /** Unix seconds. */
  readonly ended_at: number;
}

/** The claims that the list has beside those of every JWT. */
export interface EndedList {
  readonly salt: string;
  /** Hashes of the keys of grants: no token of them is valid. */
  readonly grants: readonly string[];
  /** Hashes of the keys of others, by the time before which their tokens were issued. */
  readonly before: readonly (readonly [time: number, ...hashes: string[]])[];
  /** No token is valid that was issued before. */
  readonly all_before?: number;
}

/** The kinds that JWTs name in their claims. Sessions are listed by their grants. */
const listedKinds: Partial<Record<Ended["kind"], EndingKind>> = {
  subject: "subject",
  client: "client",
  audience: "audience",
};

/**
 * What the list says. Its salt follows from its content, so that all servers publish the same list, and two lists cannot be compared
 * without the tokens that they are about.
 */
export function describeEnded(
  ended: readonly Ended[],
  grants: readonly EndedGrant[],
  max = MAX_LISTED,
): EndedList {
  const entries = [
    ...grants.map(({ grant_id, ended_at: at }) => ({
      key: endingKey("grant", grant_id),
      at,
      before: undefined,
    })),
    ...ended.flatMap(({ kind, name, ended_before }) => {
      const listed = listedKinds[kind];
      if (listed === undefined) return [];
      return [{ key: endingKey(listed, name), at: ended_before, before: ended_before }];
    }),
  ].toSorted((one, other) => other.at - one.at || (one.key < other.key ? -1 : 1));
  const [listed, others] = [entries.slice(0, max), entries.slice(max)];
  const salt = saltOf(listed.map(({ key, before }) => `${key} ${before ?? ""}`));
  const byTime = new Map<number, string[]>();
  for (const { key, before } of listed) {
    if (before === undefined) continue;
    const hashes = byTime.get(before) ?? [];
    hashes.push(entryOf(salt, key));
    byTime.set(before, hashes);
  }
  const [newest] = others;
  return {
    salt,
    grants: listed
      .filter(({ before }) => before === undefined)
      .map(({ key }) => entryOf(salt, key)),
    before: Array.from(byTime, ([time, hashes]) => [time, ...hashes]),
    ...(newest && { all_before: newest.at }),
  };
}

const SALT_BYTES = 16;
/** Enough that no two of a million keys are taken for each other. */
const ENTRY_BYTES = 12;

function saltOf(lines: readonly string[]): string {
  const digest = hash("sha256", `ended tokens\n${lines.join("\n")}`, "buffer");
  return digest.toString("base64url", 0, SALT_BYTES);
}

/** How a key is listed: `@latchkey/protect` computes the same. */
function entryOf(salt: string, key: string): string {
  return hash("sha256", `${salt}.${key}`, "buffer").toString("base64url", 0, ENTRY_BYTES);
}
