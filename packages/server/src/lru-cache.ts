/** A cache with a fixed capacity. When it is full, the least recently used entry is evicted. */
export interface LruCache<K, V> {
  /** The value, which thereby becomes the most recently used one. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/** An entry, linked to those used just before and after it. */
interface Entry<K, V> {
  readonly key: K;
  value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * An empty cache of at most `capacity` entries. The order of use is a linked list: to delete and insert again the key of a map
 * at every read would rehash the map again and again, which shows in garbage collection.
 */
export function createLruCache<K, V>(capacity: number): LruCache<K, V> {
  const entries = new Map<K, Entry<K, V>>();
  let oldest: Entry<K, V> | undefined;
  let newest: Entry<K, V> | undefined;

  const unlink = ({ older, newer }: Entry<K, V>): void => {
    if (older === undefined) oldest = newer;
    else older.newer = newer;
    if (newer === undefined) newest = older;
    else newer.older = older;
  };

  const append = (entry: Entry<K, V>): void => {
    entry.older = newest;
    entry.newer = undefined;
    if (newest === undefined) oldest = entry;
    else newest.newer = entry;
    newest = entry;
  };

  const remove = (entry: Entry<K, V> | undefined): void => {
    if (entry === undefined) return;
    unlink(entry);
    entry.newer = undefined; // From an entry that waits for collection, the garbage collector would follow it to all newer ones.
    entries.delete(entry.key);
  };

  const use = (entry: Entry<K, V>): void => {
    if (entry === newest) return;
    unlink(entry);
    append(entry);
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      use(entry);
      return entry.value;
    },
    set(key, value) {
      const known = entries.get(key);
      if (known !== undefined) {
        known.value = value;
        return use(known);
      }
      if (entries.size >= capacity) remove(oldest);
      const entry = { key, value, older: undefined, newer: undefined };
      entries.set(key, entry);
      append(entry);
    },
    delete: (key) => remove(entries.get(key)),
    clear() {
      entries.clear();
      oldest = undefined;
      newest = undefined;
    },
  };
}
