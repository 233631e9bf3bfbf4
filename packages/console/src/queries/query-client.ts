import { ApiError } from "@latchkey/client";
import { MutationCache, QueryClient } from "@tanstack/react-query";

const MAX_RETRIES = 2;

/**
 * Creates the cache of server state for one session. Each session has its own: nothing that was read with one API key is
 * shown after signing in with another.
 */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      // "always": the admin listener is often on loopback, which works while the browser reports that it is offline.
      // Not shared: what a form was opened with is compared, as it was returned, when it is saved (`if_unchanged`).
      queries: { retry: shouldRetry, networkMode: "always", structuralSharing: false },
      mutations: { networkMode: "always" },
    },
    // Every successful change invalidates every query; only those on screen are fetched again, which are four at most.
    // A list of affected queries per mutation would save a request or two and show stale data where it has a gap.
    mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
  });
  return queryClient;
}

/** Retries what may pass by itself: network errors and 5xx. A 4xx would be answered the same again. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const isTransient = error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
  return isTransient && failureCount < MAX_RETRIES;
}
