import type { AuditEntry } from "@latchkey/api";

/** A field that is not what it was. What was or is not there is undefined. */
export interface Difference {
  /** The names on the way to the field: `texts.en.title`. */
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which what was there differs from what is there now, in the order of their names. */
export function differencesOf({ before, after }: Pick<AuditEntry, "before" | "after">) {
  return differing(before, after, "");
}

function differing(
  before: Fields | undefined,
  after: Fields | undefined,
  path: string,
): readonly Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].toSorted().flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    const field = path === "" ? name : `${path}.${name}`;
    if (isFields(was) || isFields(is)) {
      const inner = [isFields(was) ? was : undefined, isFields(is) ? is : undefined] as const;
      const isReplaced = (was !== undefined && !inner[0]) || (is !== undefined && !inner[1]);
      if (!isReplaced) return differing(...inner, field);
    }
    const [one, other] = [describe(was), describe(is)];
    return one === other ? [] : [{ field, before: one, after: other }];
  });
}

/** An object with fields of its own. */
function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as it is read: a text without quotes, a list of texts with one on each line. Undefined where there is none. */
function describe(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return undefined;
  return value
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one, undefined, 2)))
    .join("\n");
}
