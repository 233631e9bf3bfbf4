// npm run docs: fills what pages and examples say about installing packages, by whether they are published.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillManifest, fillPage } from "./fill-pages.ts";
import { PUBLISHED } from "./published.ts";

export const root = join(import.meta.dirname, "../..");

/** Every page that a reader may take commands from. */
export const pages: readonly string[] = globSync(
  [
    "{README,CONTRIBUTING,SECURITY}.md",
    "docs/*.md",
    "docs/{guides,moving}/*.md",
    "{packages,examples}/*/README.md",
  ],
  { cwd: root },
).toSorted();

/** The packages of this repository that each example depends on. Examples that are workspaces use the sources. */
export const dependentExamples: Readonly<Record<string, readonly string[]>> = {
  api: ["@latchkey/protect"],
  "login-express": ["@latchkey/client"],
  "login-openid": ["@latchkey/client"],
  workspace: ["@latchkey/workspace-client"],
};

/** The files to write: contents by path. */
export function filledFiles(published: boolean): ReadonlyMap<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  return new Map([
    ...pages.map((page) => [page, fillPage(read(page), published)] as const),
    ...Object.entries(dependentExamples).map(([example, names]) => {
      const path = `examples/${example}/package.json`;
      return [path, fillManifest(read(path), names, published)] as const;
    }),
  ]);
}

if (import.meta.main) {
  for (const [path, text] of filledFiles(PUBLISHED)) writeFileSync(join(root, path), text);
}
