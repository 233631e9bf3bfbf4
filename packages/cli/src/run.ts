import { parseArguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { commands, nouns } from "./commands.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { renderHelp, renderNoun, renderOverview } from "./help.ts";
import type { Listing } from "./listing.ts";
import { suggest } from "./suggestion.ts";
import type { World } from "./world.ts";

/** Does what was typed after `latchkey`, and answers what to tell the shell. */
export async function run(typed: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await dispatch(typed, world);
  } catch (error) {
    if (error instanceof UsageError) {
      world.err(`${error.message}\n${await adviceFor(typed)}\n`);
      return exitCodes.misused;
    }
    const { explainFailure } = await import("./failure.ts");
    const { code, text } = explainFailure(error);
    world.err(`${text}\n`);
    return code;
  }
}

async function dispatch(typed: readonly string[], world: World): Promise<ExitCode> {
  if (typed[0] === "--version") return dispatch(["version"], world);
  if (typed[0] === "help" && typed.includes("--reference")) return printReference(world);

  const asksHelp = typed[0] === "help" || typed.some(isHelp);
  const words = (typed[0] === "help" ? typed.slice(1) : typed).filter((word) => !isHelp(word));
  const page = pageFor(words, world);
  if (page !== undefined) {
    world.out(page);
    return asksHelp ? exitCodes.done : exitCodes.misused;
  }
  const found = find(words);
  if (found === undefined) throw new UsageError(await unknownCommand(words));
  const { name, listing, rest } = found;
  const command = await listing.load();
  if (asksHelp) {
    world.out(renderHelp(name, listing.summary, command, world));
    return exitCodes.done;
  }
  return command.run(await parseArguments(rest, command), world);
}

/** The page about everything, or about a noun that does nothing by itself. */
function pageFor(words: readonly string[], world: World): string | undefined {
  const noun = words.join(" ");
  if (noun === "") return renderOverview(commands, nouns, world);
  const about = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined;
  return about === undefined ? undefined : renderNoun(noun, about, commands, world);
}

async function printReference(world: World): Promise<ExitCode> {
  const { renderReference } = await import("./reference.ts");
  world.out(await renderReference());
  return exitCodes.done;
}

interface Found {
  readonly name: string;
  readonly listing: Listing;
  readonly rest: readonly string[];
}

function find(typed: readonly string[]): Found | undefined {
  for (const length of [3, 2, 1]) {
    const name = typed.slice(0, length).join(" ");
    const listing = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (listing !== undefined) return { name, listing, rest: typed.slice(length) };
  }
  return undefined;
}

async function unknownCommand(typed: readonly string[]): Promise<string> {
  const flag = typed.findIndex((word) => word.startsWith("-"));
  const words = typed.slice(0, Math.min(flag < 1 ? 3 : flag, 3));
  const names = Object.keys(commands);
  const verbs = names.filter((name) => name.split(" ")[0] === words[0]);
  const guess = await suggest(words.join(" "), verbs.length > 0 ? verbs : names, "latchkey ");
  return `There is no command latchkey ${words.join(" ")}${guess}`;
}

async function adviceFor(typed: readonly string[]): Promise<string> {
  const name = find(typed)?.name ?? "";
  return `latchkey help${name && ` ${name}`} tells what there is.`;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}
