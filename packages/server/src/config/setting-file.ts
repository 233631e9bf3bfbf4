import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describeProblem, type Problem } from "./problem.ts";

/** A file that a setting names and that cannot be used. */
export class SettingFileError extends Error {
  override readonly name = "SettingFileError";
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(describeProblem(problem), options);
    this.problem = problem;
  }
}

/** Reads a file that a setting names. Throws a SettingFileError. */
export function readSettingFile(key: string, path: string): string {
  return readSettingBytes(key, path).toString("utf8");
}

/** The same, where the file may hold something else than text. */
export function readSettingBytes(key: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SettingFileError(
      { key, message: `names ${resolve(path)}, ${explainUnreadable(cause)}` },
      { cause },
    );
  }
}

/** Why a file cannot be read, as the rest of a sentence that names it, and what to do. */
export function explainUnreadable(error: unknown): string {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "ENOENT":
    case "ENOTDIR":
      return "which does not exist: create it, or name another file";
    case "EACCES":
    case "EPERM":
      return "which this user may not read: change its owner or its permissions";
    case "EISDIR":
      return "which is a folder: name a file in it";
    default:
      return "which cannot be read";
  }
}
