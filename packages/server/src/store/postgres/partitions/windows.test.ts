import assert from "node:assert/strict";
import { it } from "node:test";
import { isOver, type Window, widthFor, windowAt, windowsToMake } from "./windows.ts";

const HOUR = 3_600_000;
/** An hour that is the first of a day. */
const NOON = 1_800_000_000_000 - (1_800_000_000_000 % (24 * HOUR)) + 12 * HOUR;

const hours = (windows: readonly Window[]): string[] =>
  windows.map(({ from_ms, to_ms }) => `${(from_ms - NOON) / HOUR}–${(to_ms - NOON) / HOUR}`);

it("chooses windows of which about ten have rows", () => {
  const minutes = [600, 3_600, 7_200, 43_200, 86_400, 30 * 86_400].map(
    (lifetime) => widthFor(lifetime) / 60_000,
  );
  assert.deepEqual(minutes, [15, 15, 15, 60, 180, 1_440]);
});

it("makes windows from now until two after the last row", () => {
  const made = windowsToMake([], { now_ms: NOON + 1, last_ms: NOON + HOUR, width_ms: HOUR });
  assert.deepEqual(hours(made), ["0–1", "1–2", "2–3", "3–4"]);
});

it("makes windows without rows, too", () => {
  const made = windowsToMake([], { now_ms: NOON, last_ms: 0, width_ms: HOUR });
  assert.deepEqual(hours(made), ["0–1", "1–2", "2–3"]);
});

it("makes what is missing, and cuts a window off where its neighbours begin and end", () => {
  const existing = [
    { from_ms: NOON, to_ms: NOON + 1.5 * HOUR },
    { from_ms: NOON + 2.25 * HOUR, to_ms: NOON + 3 * HOUR },
  ];
  const made = windowsToMake(existing, { now_ms: NOON, last_ms: NOON + 2 * HOUR, width_ms: HOUR });
  assert.deepEqual(hours(made), ["1.5–2", "2–2.25", "3–4", "4–5"]);
});

it("makes nothing for rows that expire very late", () => {
  const made = windowsToMake([], { now_ms: NOON, last_ms: NOON + 9_999 * HOUR, width_ms: HOUR });
  assert.equal(made.length, 48);
  assert.equal(made.at(-1)?.to_ms, NOON + 48 * HOUR);
});

it("regards a window as over a minute after its end", () => {
  const window = windowAt(NOON, HOUR);
  assert.equal(isOver(window, NOON + HOUR + 59_999), false);
  assert.equal(isOver(window, NOON + HOUR + 60_000), true);
});
