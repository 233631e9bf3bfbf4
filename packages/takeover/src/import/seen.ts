/** Which keys were seen, in six bytes of memory each: a digest of which so much is the same is not another. */
export interface Seen {
  add(key: Uint8Array): void;
  has(key: Uint8Array): boolean;
}

/** Add first, then ask: the keys are sorted with the first question. */
export function createSeen(): Seen {
  let keys = new Float64Array(1024);
  let count = 0;
  let isSorted = true;
  return {
    add(key) {
      if (count === keys.length) {
        const larger = new Float64Array(keys.length * 2);
        larger.set(keys);
        keys = larger;
      }
      keys[count] = numberOf(key);
      count += 1;
      isSorted = false;
    },
    has(key) {
      if (!isSorted) keys.subarray(0, count).sort();
      isSorted = true;
      const wanted = numberOf(key);
      let [low, high] = [0, count];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((keys[middle] ?? 0) < wanted) low = middle + 1;
        else high = middle;
      }
      return low < count && keys[low] === wanted;
    },
  };
}

function numberOf(key: Uint8Array): number {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).readUIntBE(0, 6);
}
