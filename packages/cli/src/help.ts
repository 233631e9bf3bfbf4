import type { Command } from "./command.ts";
import type { Listing } from "./commands.ts";
import { columns } from "./output.ts";

/** What `latchkey help` says. */
export function renderOverview(commands: Readonly<Record<string, Listing>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary]);
  return `Latchkey, an OAuth 2.0 and OpenID Connect authorization server.

Usage: latchkey <command> [flags]

${columns(rows)}
latchkey help <command> says more about one of them.
Exit codes: 0 done, 1 failed, 2 misused, 3 misconfigured.
`;
}

/** What `latchkey help <command>` says. */
export function renderHelp(name: string, summary: string, command: Command): string {
  const flags = Object.entries(command.options).flatMap(
    ([flag, { type, short, summary: what }]) => {
      if (what === undefined) return [];
      const spelled = `${short === undefined ? "" : `-${short}, `}--${flag}`;
      return [[type === "text" ? `${spelled} …` : spelled, what]];
    },
  );
  const examples = command.examples.map((example) => `  ${example}\n`).join("");
  return [
    `${summary}\n\nUsage: latchkey ${name} ${command.usage}`.trimEnd() + "\n",
    flags.length > 0 ? `\nFlags:\n${columns(flags)}` : "",
    command.note === undefined ? "" : `\n${command.note}\n`,
    `\nExamples:\n${examples}`,
  ].join("");
}
