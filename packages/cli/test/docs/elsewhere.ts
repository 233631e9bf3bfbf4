import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { commands } from "../../src/commands.ts";
import { parseArguments } from "../../src/arguments.ts";
import { root } from "./block.ts";

/** What is wrong with lines that cannot be run here, as far as this repository can tell. */
export async function problemsElsewhere(text: string): Promise<readonly string[]> {
  const joined = text.replaceAll("\\\n", " ");
  const wrong = [...strangePaths(joined), ...strangeScripts(joined)];
  for (const [, typed = ""] of joined.matchAll(LATCHKEY)) wrong.push(...(await misuse(typed)));
  const { stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" });
  return stderr === "" ? wrong : [...wrong, stderr];
}

/** What is typed after `latchkey`, up to where another command begins. */
const LATCHKEY = /(?:(?:^|\b(?:npx|exec) |--rm )latchkey|latchkey\.js) ([a-z][^|&;\n#)]*)/gm;
const PATHS = /(?<![\w./-])(?:deploy|examples|packages|bench|docs)\/[\w./-]+/g;

function strangePaths(text: string): readonly string[] {
  const paths = text.match(PATHS) ?? [];
  return paths
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `There is no ${path}.`);
}

function strangeScripts(text: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Array.from(text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g))
    .filter(([, name = ""]) => !Object.hasOwn(scripts, name))
    .map(([line]) => `There is no script for ${line}.`);
}

/** Reads a line as the command would, and goes no further. */
async function misuse(typed: string): Promise<readonly string[]> {
  const words = Array.from(typed.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const length = [3, 2, 1].find((count) =>
    Object.hasOwn(commands, words.slice(0, count).join(" ")),
  );
  if (length === undefined) return [`There is no command latchkey ${typed}.`];
  const listing = commands[words.slice(0, length).join(" ")];
  try {
    const command = await listing?.load();
    if (command !== undefined) await parseArguments(words.slice(length), command);
    return [];
  } catch (error) {
    return [`latchkey ${typed}: ${String(error)}`];
  }
}
