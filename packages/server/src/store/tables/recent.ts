/** Remembers the latest few thousand of something, and lets the oldest go. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

const REMEMBERED_AT_MOST = 4_096;

/** An empty memory. What is in it must be held against the database, or never change there. */
export function createRecent<V>(): Recent<V> {
  const values = new Map<string, V>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.delete(key); // So that it counts as new.
      if (values.size >= REMEMBERED_AT_MOST) values.delete(values.keys().next().value ?? "");
      values.set(key, value);
    },
    delete: (key) => void values.delete(key),
  };
}
