/** Ends an error message about an unknown word with what the closest known one means, if there is any. */
export async function suggest(
  word: string,
  meanings: ReadonlyMap<string, string>,
  prefix: string,
): Promise<string> {
  // Loaded on demand: the server is large, and `latchkey help` does not need it.
  const { nearest } = await import("@latchkey/server");
  const guess = nearest(word, meanings.keys());
  return guess === undefined ? "." : `: did you mean ${prefix}${meanings.get(guess)}?`;
}

/** The command that has another word for the same: `accounts add` is `accounts create`. */
export function commandWithSynonym(
  words: readonly string[],
  names: readonly string[],
): string | undefined {
  for (const at of [1, 2]) {
    const verb = synonyms.get(words[at] ?? "");
    const name = [...words.slice(0, at), verb].join(" ");
    if (verb !== undefined && names.includes(name)) return name;
  }
  return undefined;
}

const synonyms: ReadonlyMap<string, string> = new Map([
  ["add", "create"],
  ["new", "create"],
  ["register", "create"],
  ["remove", "delete"],
  ["rm", "delete"],
  ["show", "get"],
  ["view", "get"],
  ["ls", "list"],
  ["change", "update"],
  ["edit", "update"],
  ["set", "update"],
  ["passwd", "password"],
]);

/** The command of a command line with the verb first: `list accounts` is `accounts list`. */
export function commandWithVerbFirst(
  [verb = "", noun = ""]: readonly string[],
  names: readonly string[],
): string | undefined {
  return [`${noun} ${verb}`, `${noun}s ${verb}`].find((name) => names.includes(name));
}
