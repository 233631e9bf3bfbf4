import type { JsonWebKeySet, JsonWebKeySetSummary } from "@latchkey/api";
import { ApiError, type Client, type Page, paginate } from "@latchkey/client";
import { queryOptions } from "@tanstack/react-query";

/** The query for a key set; null where there is none with this name. */
export function keySetQuery(latchkey: Client, set: string) {
  return queryOptions({
    queryKey: ["keys", set],
    queryFn: ({ signal }) => findKeySet(latchkey, set, signal),
  });
}

/** The query for which keys of a set are announced, signing and retired; empty where the server does not sign with it. */
export function signingKeysQuery(latchkey: Client, set: string) {
  return queryOptions({
    queryKey: ["keys", set, "signing"],
    queryFn: ({ signal }) => latchkey.listSigningKeys({ set }, { signal }),
  });
}

/** The query for these sets, by name. Those that do not exist are not in it: reading a built-in set would create it. */
export function existingKeySetsQuery(latchkey: Client, sets: readonly string[]) {
  return queryOptions({
    queryKey: ["key-sets", ...sets],
    queryFn: async ({ signal }) => {
      const found = new Map<string, JsonWebKeySetSummary>();
      const fetchPage = (page: Partial<Page>) =>
        latchkey.call("listJsonWebKeySets", page, { signal });
      for await (const listed of paginate(fetchPage))
        if (sets.includes(listed.set)) found.set(listed.set, listed);
      return found;
    },
  });
}

async function findKeySet(
  latchkey: Client,
  set: string,
  signal: AbortSignal,
): Promise<JsonWebKeySet | null> {
  try {
    return await latchkey.getJsonWebKeySet({ set }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
