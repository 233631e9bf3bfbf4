/** RFC 8725 §3.11: the `typ` of a JWT keeps one kind from being taken for another. */

/** Whether a JWT may be of a kind: its `typ` is one of the kind's names, or was left out. RFC 7515 §4.1.9: `application/` may be, too. */
export function isOfType(typ: unknown, names: readonly string[]): boolean {
  if (typ === undefined) return true;
  if (typeof typ !== "string") return false;
  const given = typ.toLowerCase().replace(/^application\//, "");
  return names.some((name) => name.toLowerCase() === given);
}
