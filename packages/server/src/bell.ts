/** Wakes whoever listens. Ringing it while nobody does is heard by no one. */
export interface Bell {
  ring(): void;
  /** Called at each ring; the function it answers stops listening. */
  listen(listener: () => void): () => void;
}

export function createBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
