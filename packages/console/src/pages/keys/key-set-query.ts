import type { JsonWebKeySet } from "@latchkey/api";
import { ApiError, type Client } from "@latchkey/client";
import { queryOptions } from "@tanstack/react-query";

/** The query for a key set; null where there is none with this name. */
export function keySetQuery(latchkey: Client, set: string) {
  return queryOptions({
    queryKey: ["keys", set],
    queryFn: ({ signal }) => findKeySet(latchkey, set, signal),
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
