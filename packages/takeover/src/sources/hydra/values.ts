/** Values of Ory Hydra's columns, which differ by version and database. */

import type { JsonObject } from "@latchkey/api";
import type { Cell } from "../databases/database.ts";

/** Text, also where it is stored as bytes; empty for NULL. */
export function text(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString("utf8");
  return String(cell);
}

/** Text that is there: undefined for NULL and for the empty text. */
export function optionalText(cell: Cell | undefined): string | undefined {
  const value = text(cell);
  return value === "" ? undefined : value;
}

export function flag(cell: Cell | undefined): boolean {
  return cell === true || ["1", "t", "true"].includes(text(cell));
}

export function integer(cell: Cell | undefined): number {
  const value = Number(text(cell));
  return Number.isSafeInteger(value) ? value : 0;
}

/** Lists are joined by `|`, or JSON arrays. */
export function list(cell: Cell | undefined): readonly string[] {
  const value = text(cell);
  if (value === "" || value === "null") return [];
  if (value.startsWith("[")) {
    const parsed = parseJson(value);
    // Texts alone: to make one of a list that nests deeply would exhaust the stack.
    if (Array.isArray(parsed)) return parsed.filter((entry) => typeof entry === "string");
  }
  return value.split("|").filter((entry) => entry !== "");
}

/** A JSON object; empty for NULL and whatever else is no object. */
export function object(cell: Cell | undefined): JsonObject {
  const parsed = parseJson(text(cell));
  return isObject(parsed) ? parsed : {};
}

/** Any JSON; undefined for NULL and what is none. */
export function json(cell: Cell | undefined): unknown {
  return parseJson(text(cell));
}

export function parseJson(value: string): unknown {
  if (value === "") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const TIME =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\s*(Z|[+-]\d\d(?::?\d\d)?)?(?: UTC)?$/u;

/** Unix milliseconds of a time with up to nine decimals, in UTC where it has no zone; undefined for NULL and Go's zero time. */
export function milliseconds(cell: Cell | undefined): number | undefined {
  const parts = TIME.exec(text(cell).trim());
  if (parts === null) return undefined;
  const [, day = "", time = "", decimals = "", zone = "Z"] = parts;
  const fraction = decimals.padEnd(3, "0").slice(0, 3);
  const at = Date.parse(`${day}T${time}.${fraction}${fullZone(zone)}`);
  return Number.isNaN(at) || day.startsWith("000") ? undefined : at;
}

/** Unix seconds. */
export function seconds(cell: Cell | undefined): number | undefined {
  const at = milliseconds(cell);
  return at === undefined ? undefined : Math.floor(at / 1000);
}

/** `+00` and `+0000` are written as `+00:00`. */
function fullZone(zone: string): string {
  if (zone === "Z") return zone;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0] ?? "+"}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** A time as all databases compare it. */
export function writeTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

const SECOND = 1_000_000_000n;

/**
 * Nanoseconds, of which there may be more than 2^53, as a lifespan in the form of Go: `1h0m0s`, `2s`. Part of a second counts as one,
 * and so does none: a token that its client was to get for no time must not get the default.
 */
export function lifespan(cell: Cell | undefined): string | undefined {
  const nanoseconds = nanosecondsIn(cell);
  if (nanoseconds === undefined) return undefined;
  const all = nanoseconds === 0n ? 1n : (nanoseconds + SECOND - 1n) / SECOND;
  const [hours, minutes, rest] = [all / 3600n, (all / 60n) % 60n, all % 60n];
  if (hours > 0n) return `${hours}h${minutes}m${rest}s`;
  return minutes > 0n ? `${minutes}m${rest}s` : `${rest}s`;
}

/** Whether a lifespan is carried as it is: not set, or in whole seconds. */
export function isWholeLifespan(cell: Cell | undefined): boolean {
  const nanoseconds = nanosecondsIn(cell);
  if (nanoseconds === undefined) return text(cell) === "";
  return nanoseconds > 0n && nanoseconds % SECOND === 0n;
}

function nanosecondsIn(cell: Cell | undefined): bigint | undefined {
  const value = text(cell);
  return /^\d{1,30}$/u.test(value) ? BigInt(value) : undefined;
}
