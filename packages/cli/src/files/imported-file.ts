import { readFileSync } from "node:fs";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import type { FileProblem, Position } from "./located.ts";

const MAX_PROBLEMS = 20;

/** The text of a file to be imported. Throws a `Failure`, which ends with what did not happen. */
export function readText(file: string, consequence = "Nothing was imported."): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)); // Without a byte order mark.
  } catch (cause) {
    const why = cause instanceof TypeError ? "is not UTF-8 text" : "could not be read";
    throw new Failure(exitCodes.misused, `${file} ${why}. ${consequence}`, { cause });
  }
}

/** What is wrong with a file: the first problems by place. */
export function failureOf(file: string, problems: readonly FileProblem[]): Failure {
  const shown = problems.slice(0, MAX_PROBLEMS);
  const lines = shown.map(({ at, message }) => `${placeOf(file, at)}: ${message}`);
  const more = problems.length - shown.length;
  return new Failure(
    exitCodes.misused,
    [...lines, ...(more > 0 ? [`… and ${more} more.`] : []), "Nothing was imported."].join("\n"),
  );
}

/** As compilers write it, so that editors find it. */
export function placeOf(file: string, { line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
