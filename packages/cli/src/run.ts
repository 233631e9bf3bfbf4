import { parseArguments } from "./arguments/parse-arguments.ts";
import { UsageError } from "./arguments/command.ts";
import { commands, nouns } from "./commands/commands.ts";
import { exitCodes, type ExitCode } from "./output/exit-codes.ts";
import { renderHelp, renderNoun, renderOverview } from "./output/help.ts";
import type { CommandEntry } from "./commands/command-entry.ts";
import { findHydraCommand, translateFlags } from "./commands/hydra-names.ts";
import { commandWithSynonym, commandWithVerbFirst, suggest } from "./arguments/suggestion.ts";
import type { ProcessIo } from "./process-io.ts";

/** Runs a command line and returns the exit code. */
export async function run(typed: readonly string[], io: ProcessIo): Promise<ExitCode> {
  try {
    return await dispatch(typed, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\n${await adviceFor(typed)}\n`);
      return exitCodes.misused;
    }
    const { explainFailure } = await import("./output/failure.ts");
    const { code, text } = explainFailure(error);
    io.err(`${text}\n`);
    return code;
  }
}

async function dispatch(typed: readonly string[], io: ProcessIo): Promise<ExitCode> {
  if (typed[0] === "--version") return dispatch(["version"], io);
  if (typed[0] === "help" && typed.includes("--reference")) return printReference(io);

  const asksHelp = typed[0] === "help" || typed.some(isHelp);
  const words = (typed[0] === "help" ? typed.slice(1) : typed).filter((word) => !isHelp(word));
  const page = pageFor(words, io);
  if (page !== undefined) {
    io.out(page);
    return asksHelp ? exitCodes.done : exitCodes.misused;
  }
  const found = find(words);
  if (found === undefined) throw new UsageError(await unknownCommand(words));
  const { name, entry, rest } = found;
  const command = await entry.load();
  if (asksHelp) {
    io.out(renderHelp(name, entry.summary, command, io));
    return exitCodes.done;
  }
  const translated = translateFlags(name, rest, command.options);
  return command.run(await parseArguments(translated, command), io);
}

/** The help page of all commands, or of a command group. */
function pageFor(words: readonly string[], io: ProcessIo): string | undefined {
  const noun = words.join(" ");
  if (noun === "") return renderOverview(commands, nouns, io);
  const about = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined;
  return about === undefined ? undefined : renderNoun(noun, about, commands, io);
}

async function printReference(io: ProcessIo): Promise<ExitCode> {
  const { renderReference } = await import("./output/reference.ts");
  io.out(await renderReference());
  return exitCodes.done;
}

interface Found {
  readonly name: string;
  readonly entry: CommandEntry;
  readonly rest: readonly string[];
}

function find(typed: readonly string[]): Found | undefined {
  for (const length of [3, 2, 1]) {
    const name = typed.slice(0, length).join(" ");
    const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (entry !== undefined) return { name, entry, rest: typed.slice(length) };
  }
  const meant = findHydraCommand(typed);
  const entry = meant && commands[meant.command];
  return entry && { name: meant.command, entry, rest: meant.rest };
}

async function unknownCommand(typed: readonly string[]): Promise<string> {
  const flag = typed.findIndex((word) => word.startsWith("-"));
  const words = typed.slice(0, Math.min(flag < 1 ? 3 : flag, 3));
  const names = Object.keys(commands);
  const reordered = commandWithVerbFirst(words, names);
  if (reordered !== undefined) {
    const typedName = words.slice(0, 2).join(" ");
    return `Unknown command latchkey ${typedName}: did you mean latchkey ${reordered}?`;
  }
  const meant = commandWithSynonym(words, [...names, ...Object.keys(nouns)]);
  if (meant !== undefined) {
    const typedName = words.slice(0, meant.split(" ").length).join(" ");
    return `Unknown command latchkey ${typedName}: did you mean latchkey ${meant}?`;
  }
  const verbs = names.filter((name) => name.split(" ")[0] === words[0]);
  const candidates = verbs.length > 0 ? verbs : [...names, ...Object.keys(nouns)];
  const meanings = new Map(candidates.map((name) => [name, name]));
  const guess = await suggest(words.join(" "), meanings, "latchkey ");
  return `Unknown command latchkey ${words.join(" ")}${guess}`;
}

async function adviceFor(typed: readonly string[]): Promise<string> {
  const name = find(typed)?.name ?? "";
  return `Run latchkey help${name && ` ${name}`} for usage.`;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}
