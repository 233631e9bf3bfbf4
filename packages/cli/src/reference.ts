import type { Option } from "./command.ts";
import { commands, nouns } from "./commands.ts";
import { exitCodeMeanings, exitCodes } from "./exit-codes.ts";
import { describeFlag, spellFlag } from "./help.ts";
import type { Listing } from "./listing.ts";

/** The reference page of the command, in Markdown: docs/commands.md is this, and a test minds that it stays so. */
export async function renderReference(): Promise<string> {
  const sections = new Map<string, string[]>();
  for (const [name, listing] of Object.entries(commands)) {
    const [noun = ""] = name.split(" ");
    sections.set(noun, [...(sections.get(noun) ?? []), await renderCommand(name, listing)]);
  }
  const body = [...sections].map(([noun, pages]) => {
    const about = nouns[noun];
    return `\n## ${noun}\n${about === undefined ? "" : `\n${about}\n`}${pages.join("")}`;
  });
  return `${opening}${renderExitCodes()}${body.join("")}`;
}

const opening = `# Commands

Made by \`latchkey help --reference\`; change the commands, not this page.

What was asked for goes to standard output, everything else to standard error. At a terminal there is colour and long work shows how far it is; elsewhere the words are the same, and plain. \`NO_COLOR\` and \`TERM=dumb\` are respected.

A flag is written \`--flag value\` or \`--flag=value\`; one that takes several values takes them joined by commas or is repeated. Where a variable of the environment says the same, it is named with a \`$\`, and the flag wins.
`;

function renderExitCodes(): string {
  const meanings: Readonly<Record<string, string>> = exitCodeMeanings;
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `| ${code} | ${name} | ${meanings[name] ?? ""} |\n`,
  );
  return `\n## Exit codes\n\n| Code | Name | Meaning |\n| --- | --- | --- |\n${rows.join("")}`;
}

async function renderCommand(name: string, { summary, load }: Listing): Promise<string> {
  const command = await load();
  const flags = Object.entries(command.options).flatMap(([flag, option]) =>
    renderFlag(flag, option),
  );
  return [
    `\n### latchkey ${name}\n\n${summary}\n`,
    `\n\`\`\`sh\nlatchkey ${`${name} ${command.usage}`.trimEnd()}\n\`\`\`\n`,
    flags.length === 0 ? "" : `\n| Flag | What it does |\n| --- | --- |\n${flags.join("")}`,
    command.note === undefined ? "" : `\n${asCode(command.note.replaceAll("\n", " "))}\n`,
    `\nFor example:\n\n\`\`\`sh\n${command.examples.join("\n")}\n\`\`\`\n`,
  ].join("");
}

function renderFlag(flag: string, option: Option): readonly string[] {
  if (option.summary === undefined) return [];
  const what = asCode(describeFlag(option)).replaceAll("|", "\\|");
  return [`| \`${spellFlag(flag, option)}\` | ${what} |\n`];
}

/** Variables and flags as what they are: some readers of Markdown take two dollars for a formula. */
function asCode(text: string): string {
  return text.replaceAll(/\$[A-Z][A-Z0-9_]*|--[a-z][\w.=-]*\w/g, "`$&`");
}
