import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { commands } from "../../src/commands/commands.ts";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { root } from "./block.ts";

/** Problems of shell lines that cannot be run in a test: unknown commands, flags, scripts and paths, and syntax errors. */
export async function staticProblems(text: string): Promise<readonly string[]> {
  const joined = text.replaceAll("\\\n", " ");
  const wrong = [...missingPaths(joined), ...missingScripts(joined)];
  for (const [, typed = ""] of joined.matchAll(LATCHKEY)) wrong.push(...(await misuse(typed)));
  const { stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" });
  return stderr === "" ? wrong : [...wrong, stderr];
}

/** Arguments after `latchkey`, up to the next shell operator. */
const LATCHKEY = /(?:(?:^|\b(?:npx|exec) |--rm )latchkey|latchkey\.js) ([a-z][^|&;\n#)>]*)/gm;
const PATHS = /(?<![\w./-])(?:deploy|examples|packages|bench|docs)\/[\w./-]+/g;

function missingPaths(text: string): readonly string[] {
  const paths = text.match(PATHS) ?? [];
  return paths
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${path} does not exist.`);
}

function missingScripts(text: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Array.from(text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g))
    .filter(([, name = ""]) => !Object.hasOwn(scripts, name))
    .map(([line]) => `${line} has no script in package.json.`);
}

/** Parses a command line without running it. */
async function misuse(typed: string): Promise<readonly string[]> {
  const words = Array.from(typed.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const length = [3, 2, 1].find((count) =>
    Object.hasOwn(commands, words.slice(0, count).join(" ")),
  );
  if (length === undefined) return [`Unknown command latchkey ${typed}.`];
  const listing = commands[words.slice(0, length).join(" ")];
  try {
    const command = await listing?.load();
    if (command !== undefined) await parseArguments(words.slice(length), command);
    return [];
  } catch (error) {
    return [`latchkey ${typed}: ${String(error)}`];
  }
}
