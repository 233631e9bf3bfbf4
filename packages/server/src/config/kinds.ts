import { isScope } from "@latchkey/api";
import { err, ok, type Result } from "../result.ts";

/**
 * The type of a setting: parses its value from YAML, the environment or a flag, as a native value or as text. The error is
 * the rest of a sentence that begins with the setting's name, and says how to fix it.
 */
export interface Kind<T> {
  /** Its name on the reference page. */
  readonly name: string;
  readonly parse: (value: unknown) => Result<T, string>;
  /** A value for display: a secret masked, a duration with its unit. Unchanged when left out. */
  show?(value: T): unknown;
}

/** Displayed in place of a secret. */
export const MASK = "********";

/** Text that is not empty. */
export const text: Kind<string> = {
  name: "text",
  parse: (value) => {
    if (typeof value === "string" && value.trim() !== "") return ok(value);
    if (value === "") return err("must not be empty: give it a value, or leave the setting out");
    return err("must be text: put it in quotes");
  },
};

/** One scope or pattern of scopes: RFC 6749 §3.3. */
export const scope = textWhere(
  "a scope",
  (value) => isScope(value) && !value.includes(" "),
  "must be one scope: printable ASCII without spaces, quotes and backslashes",
);

/** One audience. Requests separate them by spaces. */
export const audience = textWhere(
  "an audience",
  (value) => !value.includes(" "),
  "must be one audience, without spaces",
);

function textWhere(
  name: string,
  isValid: (value: string) => boolean,
  requirement: string,
): Kind<string> {
  return {
    name,
    parse: (value) => {
      const parsed = text.parse(value);
      return !parsed.ok || isValid(parsed.value)
        ? parsed
        : err(`${requirement}, not ${quote(parsed.value)}`);
    },
  };
}

/** Text that is masked when displayed. */
export const secret: Kind<string> = { ...text, name: "secret text", show: () => MASK };

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

/** A port to listen on; 0 takes any free one. */
export const port: Kind<number> = { ...integer(0, 65_535), name: "a port" };

/** One of several words. `aliases` are accepted as well. */
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

/** A list: a YAML list, a JSON array as text, or text with commas. */
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

/** A map: a YAML map, an object, or either as JSON. */
export function map<T>(item: Kind<T>): Kind<ReadonlyMap<string, T>> {
  return {
    name: `a map: ${item.name} by name`,
    parse: (value) => {
      const given = typeof value === "string" ? parseJson(value) : value;
      if (typeof given !== "object" || given === null || Array.isArray(given))
        return err("must be a map, such as {one: two}");
      const parsed = new Map<string, T>();
      for (const [name, each] of given instanceof Map ? given : Object.entries(given)) {
        const result = item.parse(each);
        if (!result.ok) return err(`has a mistake in entry ${quote(name)}: it ${result.error}`);
        parsed.set(String(name), result.value);
      }
      return ok(parsed);
    },
    show: (values) =>
      Object.fromEntries([...values].map(([name, each]) => [name, show(item, each)])),
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

/** A value for display. */
export function show<T>(kind: Kind<T>, value: T): unknown {
  return kind.show === undefined ? value : kind.show(value);
}

/** A value quoted in an error. Never used for secrets. */
export function quote(value: unknown): string {
  return JSON.stringify(value) ?? typeof value;
}

function splitText(value: string): unknown {
  if (!value.trimStart().startsWith("[")) return value.split(",").map((item) => item.trim());
  return parseJson(value);
}

/** Undefined for what is no JSON. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
