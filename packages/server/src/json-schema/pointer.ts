/** RFC 6901 §3: the name of a field as a part of a JSON Pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
