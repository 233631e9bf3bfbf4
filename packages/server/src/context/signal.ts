/** Wakes the listeners of this process. A notification without listeners is lost. */
export interface Signal {
  notify(): void;
  /** Calls the listener at each notification. Returns a function that removes it. */
  listen(listener: () => void): () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
