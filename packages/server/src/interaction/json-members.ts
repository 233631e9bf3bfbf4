import { err, ok, type Result } from "../oauth/result.ts";
import type { InteractionRejection } from "./interaction-rejection.ts";
import type { Kind } from "./json-kinds.ts";

type Shape = Readonly<Record<string, Kind<unknown>>>;
type Members<S extends Shape> = {
  readonly [Name in keyof S]?: S[Name] extends Kind<infer T> ? T : never;
};

/** Reads an object whose members are all known and of their kind. No body is an empty one, and null says nothing. */
export function readMembers<S extends Shape>(
  body: unknown,
  shape: S,
  within = "",
): Result<Members<S>, InteractionRejection> {
  const given = body ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    return err({ reason: "body_not_an_object" });
  }
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const member = `${within}${name}`;
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) return err({ reason: "member_unknown", member });
    if (value === null) continue;
    const known = kind.read(value);
    if (known === undefined) {
      return err({ reason: "member_mistyped", member, expected: kind.expected });
    }
    read[name] = known;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each has just been through its own kind.
  return ok(read as Members<S>);
}
