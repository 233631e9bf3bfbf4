import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { kinds } from "./kinds.ts";

const templates = join(import.meta.dirname, "../templates");

/** The values of `{{…}}` in templates. Every `{{secret}}` is another one. */
export interface ProjectValues {
  readonly name: string;
  /** The version of the packages of Latchkey. */
  readonly version: string;
}

/** The files of a new project: contents by path. */
export function projectFiles(kind: string, values: ProjectValues): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const layer of kinds[kind]?.layers ?? []) {
    const folder = join(templates, layer);
    const paths = globSync("**/*.*", { cwd: folder }).map((path) => path.replaceAll(sep, "/"));
    for (const path of paths.toSorted()) {
      const text = readFileSync(join(folder, path), "utf8");
      files.set(nameInProject(path), fill(text, values));
    }
  }
  return files;
}

/** npm does not publish files called `.gitignore` and `.env`, so templates have them without the dot. */
function nameInProject(path: string): string {
  return path.replace(/^dot\./, ".");
}

function fill(text: string, { name, version }: ProjectValues): string {
  return text
    .replaceAll("{{name}}", name)
    .replaceAll("{{version}}", version)
    .replaceAll("{{secret}}", () => randomBytes(32).toString("base64url"));
}
