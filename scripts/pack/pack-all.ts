import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  entriesOf,
  type Manifest,
  publishedManifest,
  readManifest,
  sourcesOf,
} from "./manifest.ts";

const root = join(import.meta.dirname, "../..");

/** The repository that a workflow of GitHub runs for; elsewhere it is not known. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository =
  GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

interface Workspace {
  /** The name of its folder. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Builds every package in a staging folder below `workplace`, which must lie within the repository so that the compiler
 * finds the dependencies, and writes a tarball of each to `destination`. Returns the names of the tarballs.
 */
export function packAll(workplace: string, destination = workplace): readonly string[] {
  const stage = join(workplace, "stage");
  rmSync(stage, { recursive: true, force: true });
  const workspaces = readdirSync(join(root, "packages")).map((folder) => ({
    folder,
    manifest: readManifest(join(root, "packages", folder)),
  }));
  for (const workspace of workspaces) setUp(workspace, stage);
  compile(workspaces, stage);
  for (const workspace of workspaces) finish(workspace, stage);
  copyDocumentation(join(stage, "openapi/dist/docs"));
  const tarballs = pack(workspaces, stage, destination);
  rmSync(stage, { recursive: true });
  return tarballs;
}

function setUp({ folder, manifest }: Workspace, stage: string): void {
  const [from, to] = [join(root, "packages", folder), join(stage, folder)];
  if (manifest.scripts?.["build"] !== undefined) run("npm", ["run", "build"], from);
  for (const part of ["package.json", "README.md", "bin", "src", "templates"]) {
    const isPublished = (path: string): boolean => part !== "src" || !path.endsWith(".test.ts");
    if (existsSync(join(from, part))) {
      cpSync(join(from, part), join(to, part), { recursive: true, filter: isPublished });
    }
  }
  cpSync(join(root, "LICENSE"), join(to, "LICENSE"));
  // For the compiler: dependencies that npm could not put at the top level. They are not packed.
  const own = join(from, "node_modules");
  if (existsSync(own)) symlinkSync(own, join(to, "node_modules"));
}

/**
 * Compiles all packages in one run; only files that an entry point reaches are written. The packages resolve one another
 * through `paths`, because the compiler does not emit what it resolves through `node_modules`.
 */
function compile(workspaces: readonly Workspace[], stage: string): void {
  const files = workspaces.flatMap(({ folder, manifest }) =>
    sourcesOf(manifest).map((source) => join(stage, folder, source)),
  );
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    paths: Object.fromEntries(workspaces.flatMap((workspace) => pathsOf(workspace, stage))),
  };
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] };
  writeFileSync(join(stage, "tsconfig.json"), JSON.stringify(config));
  run(join(root, "node_modules/.bin/tsc"), ["-p", stage], root);
}

/** The source of each entry point, by the specifier that imports it. */
function pathsOf({ folder, manifest }: Workspace, stage: string): readonly [string, string[]][] {
  return Object.entries(entriesOf(manifest)).map(([entry, source]) => [
    join(manifest.name, entry),
    [join(stage, folder, source)],
  ]);
}

function finish({ folder, manifest }: Workspace, stage: string): void {
  const home = join(stage, folder);
  if (sourcesOf(manifest).length > 0) {
    const sources = globSync("src/**/*.ts", { cwd: home }).filter(
      (file) => !file.endsWith(".d.ts"),
    );
    for (const file of sources) rmSync(join(home, file));
    for (const file of globSync("src/**/*.d.ts", { cwd: home })) rewriteImports(join(home, file));
    renameSync(join(home, "src"), join(home, "dist"));
  } else {
    rmSync(join(home, "src"), { recursive: true, force: true });
    cpSync(join(root, "packages", folder, "dist"), join(home, "dist"), { recursive: true });
  }
  const source =
    repository === undefined ? undefined : { url: repository, folder: `packages/${folder}` };
  const text = JSON.stringify(publishedManifest(manifest, source), undefined, 2);
  writeFileSync(join(home, "package.json"), `${text}\n`);
}

/** The admin listener serves the pages of docs/. */
function copyDocumentation(to: string): void {
  for (const page of globSync("{*,*/*}.md", { cwd: join(root, "docs") })) {
    cpSync(join(root, "docs", page), join(to, page));
  }
}

/** The compiler leaves `.ts` specifiers in declarations; other tools may not resolve them. */
function rewriteImports(declaration: string): void {
  const text = readFileSync(declaration, "utf8");
  writeFileSync(declaration, text.replaceAll(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"'));
}

function pack(
  workspaces: readonly Workspace[],
  stage: string,
  destination: string,
): readonly string[] {
  const folders = workspaces.map(({ folder }) => join(stage, folder));
  const output = run(
    "npm",
    ["pack", "--silent", "--pack-destination", destination, ...folders],
    root,
  );
  return output.trim().split("\n");
}

function run(command: string, words: readonly string[], cwd: string): string {
  return execFileSync(command, words, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
