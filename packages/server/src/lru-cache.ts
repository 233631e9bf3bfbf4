/** A cache with a fixed capacity. When it is full, the least recently used entry is evicted. */
export interface LruCache<K, V> {
  /** The value, which thereby becomes the most recently used one. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/** An empty cache of at most `capacity` entries. A map keeps insertion order, so its first entry is the least recently used. */
export function createLruCache<K, V>(capacity: number): LruCache<K, V> {
  const entries = new Map<K, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      if (entries.size >= capacity) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
