import type { Command, Option } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Listing } from "./listing.ts";
import { accent, columns } from "./output.ts";
import type { World } from "./world.ts";

type Listings = Readonly<Record<string, Listing>>;

/** What `latchkey help` says: a line for each command, or for each noun with its verbs. */
export function renderOverview(
  commands: Listings,
  nouns: Readonly<Record<string, string>>,
  world: World,
): string {
  const firsts = [...new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? ""))];
  const rows = firsts.map((first) => {
    const about = commands[first]?.summary ?? nouns[first] ?? "";
    const verbs = verbsOf(first, Object.keys(commands));
    return [
      first,
      verbs.length === 0 ? about : `${about.replace(/\.$/, "")}: ${verbs.join(", ")}.`,
    ];
  });
  const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);
  return `Latchkey, an OAuth 2.0 and OpenID Connect authorization server.

${accent("Usage:", world)} latchkey <command> [flags]

${columns(rows)}
latchkey help <command> says more about one of them.
Exit codes: ${codes.join(", ")}.
`;
}

/** What `latchkey help <noun>` says: what can be done with it. */
export function renderNoun(noun: string, about: string, commands: Listings, world: World): string {
  const rows = Object.entries(commands)
    .filter(([name]) => name.startsWith(`${noun} `))
    .map(([name, { summary }]) => [name, summary]);
  return `${about}

${accent("Usage:", world)} latchkey ${noun} <verb> [flags]

${columns(rows)}
latchkey help ${noun} <verb> says more about one of them.
`;
}

/** What `latchkey help <command>` says. */
export function renderHelp(name: string, summary: string, command: Command, world: World): string {
  const flags = Object.entries(command.options).flatMap(([flag, option]) =>
    option.summary === undefined ? [] : [[spellFlag(flag, option), describeFlag(option)]],
  );
  const examples = command.examples.map((example) => `  ${example}\n`).join("");
  return [
    `${summary}\n\n${accent("Usage:", world)} latchkey ${`${name} ${command.usage}`.trimEnd()}\n`,
    flags.length > 0 ? `\n${accent("Flags:", world)}\n${columns(flags)}` : "",
    command.note === undefined ? "" : `\n${command.note}\n`,
    `\n${accent("Examples:", world)}\n${examples}`,
  ].join("");
}

/** A flag as one would type it. */
export function spellFlag(flag: string, { type, short }: Option): string {
  const spelled = `${short === undefined ? "" : `-${short}, `}--${flag}`;
  return type === "text" ? `${spelled} …` : spelled;
}

/** What a flag does, what holds without it, and which variables say the same. */
export function describeFlag({ summary = "", default: fallback, env = [] }: Option): string {
  const asides = [
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
    ...env.map((variable) => `$${variable}`),
  ];
  return asides.length === 0 ? summary : `${summary} (${asides.join(", ")})`;
}

/** The words that can follow a noun. */
function verbsOf(noun: string, names: readonly string[]): readonly string[] {
  const following = names
    .filter((name) => name.startsWith(`${noun} `))
    .map((name) => name.slice(noun.length + 1).split(" ")[0] ?? "");
  return [...new Set(following)];
}
