/**
 * Makes something of an object once: for as long as the object lives, the same is answered. For objects that never change.
 * Where nothing came of it, it is tried again.
 */
export function once<Whole extends object, Made>(make: (of: Whole) => Made): (of: Whole) => Made {
  const made = new WeakMap<Whole, Made>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const fresh = make(of);
    if (fresh !== undefined) made.set(of, fresh);
    return fresh;
  };
}
