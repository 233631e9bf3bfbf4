/** Whether a detail grants no more than another of the same type. */

import { escapePointer } from "../../json-schema/pointer.ts";
import { isJsonObject } from "../../limits/json-depth.ts";
import { memoize } from "../../memoize.ts";

/**
 * Whether `reduced` equals `whole`, but for the fields that `reducible` names by JSON Pointers: a list may have lost entries,
 * a number may be lower. A field that is missing is no reduction: it may have been a limit.
 */
export function isReduction(
  reduced: unknown,
  whole: unknown,
  reducible: readonly string[],
  at = "",
): boolean {
  if (at !== "" && reducible.includes(at)) return isLess(reduced, whole);
  if (!isJsonObject(reduced) || !isJsonObject(whole)) return isEqual(reduced, whole);
  const names = Object.keys(whole);
  if (names.length !== Object.keys(reduced).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(reduced, name) &&
      isReduction(reduced[name], whole[name], reducible, `${at}/${escapePointer(name)}`),
  );
}

function isLess(reduced: unknown, whole: unknown): boolean {
  if (typeof reduced === "number" && typeof whole === "number") return reduced <= whole;
  if (isDecimal(reduced) && isDecimal(whole)) return isDecimalLess(reduced, whole);
  if (!Array.isArray(reduced) || !Array.isArray(whole)) return isEqual(reduced, whole);
  if (reduced.length > whole.length) return false;
  const left = countsOf(whole);
  return textsOf(reduced).every((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}

/** How often a list has each entry, by its text: comparing each entry with each other would take quadratic time. */
function countsOf(list: readonly unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of textsOf(list)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The texts of the entries, which are the same where `isEqual` says so. Details are replaced, never changed. */
const textsOf = memoize((list: readonly unknown[]) => list.map(textOf));

/** A JSON value as text, with its fields in one order. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${textOf(value[name])}`);
  return `{${fields.join()}}`;
}

/** Amounts are often strings, such as "123.50". */
function isDecimal(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,30}(?:\.\d{1,30})?$/.test(value);
}

function isDecimalLess(one: string, other: string): boolean {
  return scaled(one) <= scaled(other);
}

/** The digits with 30 decimal places. */
function scaled(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(30, "0"));
}

/** Whether two JSON values are the same; the order of fields does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, at) => isEqual(entry, other[at]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}
