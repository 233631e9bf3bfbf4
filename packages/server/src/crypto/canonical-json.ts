/** RFC 8785 — JSON Canonicalization Scheme: one text for one value, so that it can be hashed. */

/**
 * A JSON value with the fields of each object in the order of their UTF-16 code units. Numbers and strings are written as
 * `JSON.stringify` does, which is what §3.2.2 asks for; fields that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}
