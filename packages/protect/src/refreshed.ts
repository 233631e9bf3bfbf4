interface Freshness {
  /** Seconds after which it is loaded again. */
  readonly fresh_for: number;
  /** Seconds for which it is used when it cannot be loaded again. */
  readonly usable_for: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Seconds until it is tried again to load what is still usable, so that few requests wait for a server that is away. */
const RETRY_AFTER = 30;

/**
 * Something of the authorization server that is loaded when it is first needed, and again when it is no longer fresh. Callers at
 * the same time share a load. A failure is thrown only where nothing usable is at hand, and is not kept.
 */
export function createRefreshed<T>(
  load: () => Promise<T>,
  { fresh_for, usable_for, now }: Freshness,
): () => Promise<T> {
  let loaded: { readonly value: T; readonly at: number } | undefined;
  let loading: Promise<T> | undefined;
  let retryAt = 0;

  const loadAgain = async (): Promise<T> => {
    try {
      const value = await load();
      loaded = { value, at: now() };
      return value;
    } catch (error) {
      if (loaded === undefined || now() - loaded.at >= usable_for) throw error;
      retryAt = now() + RETRY_AFTER;
      return loaded.value;
    } finally {
      loading = undefined;
    }
  };

  return async () => {
    if (loaded !== undefined) {
      const age = now() - loaded.at;
      if (age < fresh_for || (age < usable_for && now() < retryAt)) return loaded.value;
    }
    loading ??= loadAgain();
    return loading;
  };
}
