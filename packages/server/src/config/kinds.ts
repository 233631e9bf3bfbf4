import { err, ok, type Result } from "../oauth/result.ts";

/**
 * A kind of setting: reads what YAML, the environment or a flag says, as a native value or as text.
 * What it answers to a mistake is the end of a sentence that begins with the setting's name, and says the fix.
 */
export interface Kind<T> {
  /** What the reference page calls it. */
  readonly name: string;
  readonly parse: (value: unknown) => Result<T, string>;
  /** How an operator may see a value: a secret masked, a duration with its unit. As it is, when left out. */
  show?(value: T): unknown;
}

/** What stands in the place of a secret. */
export const MASK = "********";

/** Any text but the empty one. */
export const text: Kind<string> = {
  name: "text",
  parse: (value) => {
    if (typeof value === "string" && value.trim() !== "") return ok(value);
    if (value === "") return err("must not be empty: give it a value, or leave the setting out");
    return err("must be text: put it in quotes");
  },
};

/** Text that nobody should read over an operator's shoulder. */
export const secret: Kind<string> = { ...text, name: "secret text", show: () => MASK };

/** Yes or no. */
export const boolean: Kind<boolean> = {
  name: "true or false",
  parse: (value) => {
    const word = String(value).toLowerCase();
    if (word === "true" || word === "1") return ok(true);
    if (word === "false" || word === "0") return ok(false);
    return err(`must be true or false, not ${quote(value)}`);
  },
};

/** A whole number between two bounds, both included. */
export function integer(least: number, most: number): Kind<number> {
  return {
    name: `a whole number from ${least} to ${most}`,
    parse: (value) => {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      if (Number.isInteger(number) && Number(number) >= least && Number(number) <= most) {
        return ok(Number(number));
      }
      return err(`must be a whole number from ${least} to ${most}, not ${quote(value)}`);
    },
  };
}

/** Where to listen; 0 takes any port that is free. */
export const port: Kind<number> = { ...integer(0, 65_535), name: "a port" };

/** One of a few words. `aliases` are other spellings people are used to. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>> = {},
): Kind<Word> {
  const spellings = new Map<unknown, Word>([
    ...Object.entries(aliases),
    ...words.map((word): [string, Word] => [word, word]),
  ]);
  return {
    name: words.join(", ").replace(/, ([^,]*)$/, " or $1"),
    parse: (value) => {
      const word = spellings.get(value);
      return word === undefined
        ? err(`must be one of ${words.join(", ")}, not ${quote(value)}`)
        : ok(word);
    },
  };
}

/** Several of a kind: a YAML list, a JSON array as text, or text with commas. */
export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    name: `a list: ${item.name}`,
    parse: (value) => {
      const items = typeof value === "string" ? splitText(value) : value;
      if (!Array.isArray(items)) return err("must be a list, such as [one, two]");
      const parsed: T[] = [];
      for (const [index, each] of items.entries()) {
        const result = item.parse(each);
        if (!result.ok) return err(`has a mistake in entry ${index + 1}: it ${result.error}`);
        parsed.push(result.value);
      }
      return ok(parsed);
    },
    show: (values) => values.map((value) => show(item, value)),
  };
}

/** A setting that may be left out. */
export function optional<T>(kind: Kind<T>): Kind<T | undefined> {
  return {
    name: kind.name,
    parse: (value) => (value === undefined ? ok(undefined) : kind.parse(value)),
    show: (value) => (value === undefined ? null : show(kind, value)),
  };
}

/** A value as an operator may see it. */
export function show<T>(kind: Kind<T>, value: T): unknown {
  return kind.show === undefined ? value : kind.show(value);
}

/** A value as a message may repeat it; never used by a kind that holds secrets. */
export function quote(value: unknown): string {
  return JSON.stringify(value) ?? typeof value;
}

function splitText(value: string): unknown {
  if (!value.trimStart().startsWith("[")) return value.split(",").map((item) => item.trim());
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
