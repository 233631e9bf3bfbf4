import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { useTarballs } from "./local-packages.ts";
import { projectFiles } from "./project-files.ts";

/** Where a project gets the packages of Latchkey. */
export interface PackageSource {
  readonly version: string;
  /** Dependencies by package, in place of the registry. */
  readonly tarballs?: Readonly<Record<string, string>>;
}

/** A project that cannot be created there. The message names the reason. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** Writes the files of a new project into a folder, which must be empty or not exist. Returns their paths. */
export function createProject(
  folder: string,
  kind: string,
  { version, tarballs }: PackageSource,
): readonly string[] {
  requireEmpty(folder);
  const files = projectFiles(kind, { name: packageName(basename(folder)), version });
  for (const [path, text] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    const mode = path === ".env" ? 0o600 : 0o666; // It has secrets.
    const isLocal = path === "package.json" && tarballs !== undefined;
    const content = isLocal ? useTarballs(text, tarballs) : text;
    writeFileSync(join(folder, path), content, { flag: "wx", mode });
  }
  return [...files.keys()];
}

/** Refuses a folder with files of the user. A repository without files is empty. */
function requireEmpty(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) throw new RefusedError(`${folder} is a file. Name another folder.`);
  const names = readdirSync(folder).filter((name) => name !== ".git");
  if (names.length === 0) return;
  const some = names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
  throw new RefusedError(`${folder} is not empty (${some}). Name another folder.`);
}

const MAX_NAME_LENGTH = 214;

/** A name that npm and Docker accept, made from that of the folder. */
export function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/^[_-]+|-+$/g, "");
  return name === "" ? "latchkey-project" : name;
}
