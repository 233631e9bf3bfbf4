import type { Command, Option } from "../arguments/command.ts";
import { exitCodes } from "./exit-codes.ts";
import type { CommandEntry } from "../commands/command-entry.ts";
import { accent, definitions, paragraph } from "./table.ts";
import { alternatives } from "../arguments/parse-arguments.ts";
import type { ProcessIo } from "../process-io.ts";

type CommandEntries = Readonly<Record<string, CommandEntry>>;

/** Output of `latchkey help`: one line per command group. */
export function renderOverview(
  commands: CommandEntries,
  nouns: Readonly<Record<string, string>>,
  io: ProcessIo,
): string {
  const firsts = [...new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? ""))];
  const rowOf = (first: string): readonly string[] => {
    const about = commands[first]?.summary ?? nouns[first] ?? "";
    const verbs = verbsOf(first, Object.keys(commands));
    return [
      first,
      verbs.length === 0 ? about : `${about.replace(/\.$/, "")}: ${verbs.join(", ")}.`,
    ];
  };
  const grouped = new Set(overview.flatMap(([, names]) => names));
  const others = firsts.filter((first) => !grouped.has(first));
  const sections = [...overview, ["Other", others] as const]
    .map(([title, names]) => [title, names.filter((name) => firsts.includes(name))] as const)
    .filter(([, names]) => names.length > 0)
    .map(
      ([title, names]) => `${accent(`${title}:`, io)}\n${definitions(names.map(rowOf), io.width)}`,
    );
  const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);
  return `Latchkey, an OAuth 2.0 and OpenID Connect authorization server.

${accent("Usage:", io)} latchkey <command> [flags]

${sections.join("\n")}
Run latchkey help <command> for details.
${paragraph("The names and flags of Ory Hydra's commands work too: create oauth2-client, introspect token.", io.width)}${paragraph(`Exit codes: ${codes.join(", ")}.`, io.width)}`;
}

/** The commands under their headings. */
const overview: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Server", ["serve", "reload", "config", "doctor", "test-server"]],
  ["Clients and APIs", ["clients", "apis", "registration-tokens", "details-types"]],
  ["Files", ["plan", "apply", "export"]],
  ["Users", ["accounts", "identity-providers", "sessions"]],
  ["Tokens and keys", ["token", "end", "keys", "secrets", "trusted-issuers"]],
  ["Workspaces", ["workspaces"]],
  ["Events", ["event-receivers", "event-streams", "failed-sign-ins", "audit"]],
  ["Database", ["migrate", "backup", "restore", "takeover", "janitor"]],
  ["Access", ["login", "logout", "whoami", "operators", "api-keys"]],
  ["Setup", ["completion", "version"]],
];

/** Output of `latchkey help <group>`. */
export function renderNoun(
  noun: string,
  about: string,
  commands: CommandEntries,
  io: ProcessIo,
): string {
  const rows = Object.entries(commands)
    .filter(([name]) => name.startsWith(`${noun} `))
    .map(([name, { summary }]) => [name, summary]);
  return `${about}

${accent("Usage:", io)} latchkey ${noun} <verb> [flags]

${definitions(rows, io.width)}
Run latchkey help ${noun} <verb> for details.
`;
}

/** Output of `latchkey help <command>`. */
export function renderHelp(name: string, summary: string, command: Command, io: ProcessIo): string {
  const examples = command.examples.map((example) => `  ${example}\n`).join("");
  return [
    `${paragraph(summary, io.width)}\n${accent("Usage:", io)} latchkey ${`${name} ${command.usage}`.trimEnd()}\n`,
    ...flagSections(command).map(
      ([title, flags]) => `\n${accent(`${title}:`, io)}\n${definitions(flags, io.width)}`,
    ),
    command.note === undefined ? "" : `\n${paragraph(command.note, io.width)}`,
    `\n${accent("Examples:", io)}\n${examples}`,
  ].join("");
}

/** The flags under their headings. Those without one are last, such as the format and the connection. */
function flagSections({ options }: Command): readonly (readonly [title: string, string[][]])[] {
  const sections = new Map<string, string[][]>();
  for (const [flag, option] of Object.entries(options)) {
    if (option.summary === undefined) continue;
    const title = option.section ?? "Flags";
    const rows = sections.get(title) ?? [];
    sections.set(title, [...rows, [flagSyntax(flag, option), describeFlag(flag, option)]]);
  }
  const others = sections.get("Flags");
  sections.delete("Flags");
  const title = sections.size === 0 ? "Flags" : "Output and connection";
  return [...sections, ...(others === undefined ? [] : [[title, others] as const])];
}

/** The syntax of a flag. */
export function flagSyntax(flag: string, { type, short }: Option): string {
  const spelled = `${short === undefined ? "" : `-${short}, `}--${flag}`;
  return type === "text" ? `${spelled} …` : spelled;
}

/** Summary, the field if it is named otherwise, values that the summary does not name, default and environment variables. */
export function describeFlag(flag: string, option: Option): string {
  const { summary = "", field = "", values = [], default: fallback, env = [] } = option;
  const isNamed = values.every((value) => summary.includes(value));
  const asides = [
    ...(field === "" || field === flag.replaceAll("-", "_") ? [] : [field]),
    ...(isNamed ? [] : [alternatives(values)]),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
    ...env.map((variable) => `$${variable}`),
  ];
  return asides.length === 0 ? summary : `${summary} (${asides.join(", ")})`;
}

/** Subcommands of a group. */
function verbsOf(noun: string, names: readonly string[]): readonly string[] {
  const following = names
    .filter((name) => name.startsWith(`${noun} `))
    .map((name) => name.slice(noun.length + 1).split(" ")[0] ?? "");
  return [...new Set(following)];
}
