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

/** The command, or group of commands, that has other words for the same: `users add` is `accounts create`. */
export function commandWithSynonym(
  words: readonly string[],
  names: readonly string[],
): string | undefined {
  for (const length of [3, 2, 1]) {
    const typed = words.slice(0, length);
    const meant = spellings(typed).find((name) => names.includes(name));
    if (meant !== undefined && meant !== typed.join(" ")) return meant;
  }
  return undefined;
}

/** The words, each as it is or replaced by a synonym. */
function spellings(words: readonly string[]): readonly string[] {
  return words.reduce<readonly string[]>(
    (begun, word) => {
      const same = [word, ...(synonyms.get(word) ?? [])];
      return begun.flatMap((start) => same.map((one) => `${start} ${one}`.trim()));
    },
    [""],
  );
}

/** What other servers and their commands say, and what it is called here. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ["add", ["create"]],
  ["new", ["create", "add"]],
  ["create", ["add"]],
  ["register", ["create"]],
  ["grant", ["add"]],
  ["remove", ["delete", "revoke"]],
  ["rm", ["delete", "remove", "revoke"]],
  ["delete", ["remove", "revoke"]],
  ["revoke", ["delete", "remove"]],
  ["show", ["get"]],
  ["view", ["get"]],
  ["ls", ["list"]],
  ["search", ["list"]],
  ["change", ["update"]],
  ["edit", ["update"]],
  ["set", ["update"]],
  ["passwd", ["password"]],
  ["users", ["accounts"]],
  ["user", ["accounts", "subject"]],
  ["account", ["accounts", "subject"]],
  ["applications", ["clients"]],
  ["apps", ["clients"]],
  ["admins", ["operators"]],
  ["administrators", ["operators"]],
  ["managers", ["operators"]],
  ["roles", ["operators"]],
  ["idps", ["identity-providers"]],
  ["connections", ["identity-providers"]],
  ["providers", ["identity-providers"]],
  ["webhooks", ["event-receivers"]],
  ["log-streams", ["event-receivers"]],
  ["logs", ["audit"]],
  ["audit-log", ["audit"]],
  ["sign-in", ["login"]],
  ["signin", ["login"]],
  ["diff", ["plan"]],
  ["deploy", ["apply"]],
  ["import", ["apply"]],
]);

/** The command of a command line with the verb first: `list accounts` is `accounts list`. */
export function commandWithVerbFirst(
  [verb = "", noun = ""]: readonly string[],
  names: readonly string[],
): string | undefined {
  return [`${noun} ${verb}`, `${noun}s ${verb}`].find((name) => names.includes(name));
}
