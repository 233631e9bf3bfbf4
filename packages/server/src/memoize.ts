/**
 * Memoizes a function of one immutable object in a WeakMap: the result lives as long as the object does. A result of
 * `undefined` is not kept.
 */
export function memoize<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (value !== undefined) values.set(key, value);
    return value;
  };
}
