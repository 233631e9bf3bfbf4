import type { JsonWebKeySet } from "@latchkey/api";
import { ApiError, type Client, type Page, paginate } from "@latchkey/client";
import { queryOptions } from "@tanstack/react-query";

/** The query for a key set; null where there is none with this name. */
export function keySetQuery(latchkey: Client, set: string) {
  return queryOptions({
    queryKey: ["keys", set],
    queryFn: ({ signal }) => findKeySet(latchkey, set, signal),
  });
}

/** The query for the keys of these sets, by name. Those that do not exist are not read: reading a built-in set creates it. */
export function existingKeySetsQuery(latchkey: Client, sets: readonly string[]) {
  return queryOptions({
    queryKey: ["key-sets", ...sets],
    queryFn: async ({ signal }) => {
      const existing = await namesOfKeySets(latchkey, signal);
      const found = sets.filter((set) => existing.has(set));
      const read = found.map(
        async (set) => [set, await findKeySet(latchkey, set, signal)] as const,
      );
      return new Map(await Promise.all(read));
    },
  });
}

async function namesOfKeySets(latchkey: Client, signal: AbortSignal): Promise<Set<string>> {
  const names = new Set<string>();
  const fetchPage = (page: Partial<Page>) => latchkey.call("listJsonWebKeySets", page, { signal });
  for await (const { set } of paginate(fetchPage)) names.add(set);
  return names;
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
