/** RFC 8725 §3.11: the `typ` header prevents a JWT of one kind from being accepted as another. */

/** draft-ietf-oauth-identity-assertion-authz-grant: the `typ` of an identity assertion. */
export const ID_JAG_TYPE = "oauth-id-jag+jwt";

/** Whether the `typ` is one of the names, or absent. RFC 7515 §4.1.9: the prefix `application/` is optional. */
export function isOfType(typ: unknown, names: readonly string[]): boolean {
  if (typ === undefined) return true;
  if (typeof typ !== "string") return false;
  const given = typ.toLowerCase().replace(/^application\//, "");
  return names.some((name) => name.toLowerCase() === given);
}
