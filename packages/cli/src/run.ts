import { parseArguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { commands, type Listing } from "./commands.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { renderHelp, renderOverview } from "./help.ts";
import { suggest } from "./suggestion.ts";
import type { World } from "./world.ts";

/** Does what was typed after `latchkey`, and answers what to tell the shell. */
export async function run(typed: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await dispatch(typed, world);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      world.err(`${explain(error)}\n`);
      return exitCodes.failed;
    }
    world.err(`${error.message}\nlatchkey help tells what there is.\n`);
    return exitCodes.misused;
  }
}

async function dispatch(typed: readonly string[], world: World): Promise<ExitCode> {
  const [first] = typed;
  if (first === undefined || ((first === "help" || isHelp(first)) && typed.length === 1)) {
    world.out(renderOverview(commands));
    return first === undefined ? exitCodes.misused : exitCodes.done;
  }
  if (first === "--version") return dispatch(["version"], world);

  const asksHelp = first === "help" || typed.some(isHelp);
  const { name, listing, rest } = await find(first === "help" ? typed.slice(1) : typed);
  const command = await listing.load();
  if (asksHelp) {
    world.out(renderHelp(name, listing.summary, command));
    return exitCodes.done;
  }
  return command.run(await parseArguments(rest, command), world);
}

interface Found {
  readonly name: string;
  readonly listing: Listing;
  readonly rest: readonly string[];
}

async function find(typed: readonly string[]): Promise<Found> {
  for (const length of [2, 1]) {
    const name = typed.slice(0, length).join(" ");
    const listing = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (listing !== undefined) return { name, listing, rest: typed.slice(length) };
  }
  throw new UsageError(await unknownCommand(typed));
}

async function unknownCommand(typed: readonly string[]): Promise<string> {
  const words = typed.slice(0, typed[1]?.startsWith("-") === false ? 2 : 1);
  const names = Object.keys(commands);
  const verbs = names.filter((name) => name.split(" ")[0] === words[0]);
  const suggestion =
    verbs.length === 1
      ? `: did you mean latchkey ${verbs.join()}?`
      : await suggest(words.join(" "), verbs.length > 0 ? verbs : names, "latchkey ");
  return `There is no command latchkey ${words.join(" ")}${suggestion}`;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}\n  because: ${explain(error.cause)}`;
}
