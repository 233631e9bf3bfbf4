/** Verifies a chain whose records are lines of JSON. */

import { isJsonObject } from "../limits/json-depth.ts";
import { hashOfLink, type Link, ORIGIN, type Position } from "./hash-chain.ts";

/** Why a line does not follow from those before it. */
export interface ChainBreak {
  /** From one; one more than there are lines where the end is missing. */
  readonly line: number;
  readonly problem: "unreadable" | "altered" | "dropped" | "reordered" | "repeated" | "unlinked";
  /** One sentence. */
  readonly explanation: string;
}

/** What is known of the chain from elsewhere. */
export interface KnownEnds {
  /** The hash of the entry that the first line follows. */
  readonly after?: string | undefined;
  /** The hash of the last entry. */
  readonly head?: string | undefined;
}

/** The lines of an export, one after the other. */
export interface ChainVerification {
  next(line: string): void;
  /** The first break, if there is one, and the last entry before it. */
  end(): Verified;
}

/** The result of a verification. */
interface Verified {
  readonly broken?: ChainBreak;
  /** How many records were as they were written, from the first on. */
  readonly entries: number;
  /** The number of the first of them, and the place of the last. */
  readonly first?: number;
  readonly last?: Position;
}

export function verifyChain({ after, head }: KnownEnds = {}): ChainVerification {
  let line = 0;
  let entries = 0;
  let first: number | undefined;
  let last: Position | undefined;
  let broken: ChainBreak | undefined;
  /** A gap: entries of these numbers are missing, unless they follow. */
  let gap: { readonly at: number; readonly from: number; readonly to: number } | undefined;

  const breakAt = (problem: ChainBreak["problem"], explanation: string): void => {
    broken ??= { line, problem, explanation };
  };

  const follow = (entry: Link): void => {
    const { sequence } = entry;
    const expected = last === undefined ? undefined : last.sequence + 1;
    if (hashOfLink(entry) !== entry.hash)
      return breakAt(
        "altered",
        `Entry ${sequence} was altered: its hash is not that of its fields.`,
      );
    if (expected !== undefined && sequence > expected) {
      gap = { at: line, from: expected, to: sequence - 1 };
      return;
    }
    if (expected !== undefined && sequence < expected)
      return sequence === last?.sequence
        ? breakAt("repeated", `Entry ${sequence} is there twice.`)
        : breakAt(
            "reordered",
            `Entry ${sequence} is not in its place: it belongs before ${expected}.`,
          );
    const previous = last?.hash ?? after ?? (sequence === 1 ? ORIGIN.hash : undefined);
    if (previous !== undefined && entry.previous_hash !== previous)
      return last === undefined
        ? breakAt(
            "unlinked",
            `Entry ${sequence} does not follow ${after === undefined ? "the beginning" : "the given hash"}: entries before it are missing, or were altered.`,
          )
        : breakAt(
            "altered",
            `Entry ${sequence} does not follow entry ${last.sequence}: one of them was altered and hashed again.`,
          );
    first ??= sequence;
    last = { sequence, hash: entry.hash };
    entries += 1;
  };

  /** A line behind a gap: the entries that are missing may be there. */
  const explainGap = (entry: Link | undefined): void => {
    if (gap === undefined || entry === undefined) return;
    const { sequence } = entry;
    if (sequence < gap.from || sequence > gap.to) return;
    broken = {
      line: gap.at,
      problem: "reordered",
      explanation: `Entry ${gap.to + 1} is before entry ${sequence}, which belongs before it.`,
    };
  };

  return {
    next(text) {
      line += 1;
      if (broken !== undefined || text.trim() === "") return;
      const entry = readEntry(text);
      if (gap !== undefined) return explainGap(entry);
      if (entry === undefined)
        return breakAt(
          "unreadable",
          "The line is not an entry: a JSON object with sequence, previous_hash and hash, and each field once.",
        );
      follow(entry);
    },

    end() {
      if (broken === undefined && gap !== undefined) {
        const { at, from, to } = gap;
        const missing = from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`;
        broken = { line: at, problem: "dropped", explanation: `${missing} missing.` };
      }
      if (broken === undefined && head !== undefined && last?.hash !== head) {
        line += 1;
        const explanation =
          last === undefined
            ? "There are no entries, and not the one with the given hash."
            : `The last entry, ${last.sequence}, has not the given hash: entries after it are missing, or were altered.`;
        breakAt("dropped", explanation);
      }
      return {
        ...(broken && { broken }),
        entries,
        ...(first !== undefined && { first }),
        ...(last && { last }),
      };
    },
  };
}

/** The entry of a line; undefined where it is none. Its fields are checked as far as the chain depends on them: the hash has the rest. */
function readEntry(text: string): Link | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) && countNames(value) === countWrittenNames(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a value and of the values in it. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, one) => sum + countNames(one), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** The same in JSON: more where a field is there twice, of which other readers may take the other. */
function countWrittenNames(json: string): number {
  const strings = json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g);
  return Array.from(strings).filter(([, colon]) => colon !== undefined).length;
}

function isEntry(value: unknown): value is Link {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value["sequence"]) &&
    typeof value["previous_hash"] === "string" &&
    typeof value["hash"] === "string"
  );
}
