import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is, if it is on the path. */
export function findExecutable(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
