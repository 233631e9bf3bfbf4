import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@latchkey/api";

/** What of an account can change. */
interface Changing {
  readonly password_hash: string;
  readonly state: string;
  readonly profile: JsonObject;
  readonly verified_email: string | undefined;
  readonly groups: readonly string[];
  readonly attributes: JsonObject;
}

/** The fields in which two versions of an account differ, claims and attributes by their names, without the values. */
export function changedFieldsOf(before: Changing, after: Changing): readonly string[] {
  const plain = (["state", "verified_email", "groups"] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  return [
    ...(before.password_hash === after.password_hash ? [] : ["password"]),
    ...plain,
    // When the claims changed is a claim itself, and no change of its own: OpenID Connect Core §5.1.
    ...differing(before.profile, after.profile).flatMap((name) =>
      name === "updated_at" ? [] : `claims.${name}`,
    ),
    ...differing(before.attributes, after.attributes).map((name) => `attributes.${name}`),
  ];
}

function differing(before: JsonObject, after: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted();
}
