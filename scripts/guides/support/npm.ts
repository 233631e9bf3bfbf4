import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.ts";

/** Downloads can fail, and little of npm's output helps here. */
const NPMRC = "prefer-offline=true\naudit=false\nfund=false\nupdate-notifier=false\n";

/** Dependencies on tarballs, by name of the package: `file:/tmp/latchkey-client-1.0.0.tgz`. */
export type LocalDependencies = Readonly<Record<string, string>>;

/** Installs packages from tarballs in a new project. */
export async function installProject(
  folder: string,
  dependencies: LocalDependencies,
): Promise<void> {
  const manifest = { private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, ".npmrc"), NPMRC);
  await run("npm install", { cwd: folder, env: withoutNpm(), attempts: 3 });
}

/** Makes the `npm install` of a guide take the packages of this repository from tarballs. */
export function useTarballs(folder: string, local: LocalDependencies): void {
  const path = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const dependencies = Object.fromEntries(
    Object.entries<string>(manifest.dependencies ?? {}).map(([name, version]) => [
      name,
      local[name] ?? version,
    ]),
  );
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies, overrides: local }));
  writeFileSync(join(folder, ".npmrc"), NPMRC);
}

/** Replaces a text in all files of a folder. */
export function replaceInFiles(folder: string, from: string, to: string): void {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
  for (const path of paths.filter((candidate) => statSync(candidate).isFile())) {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
  }
}

/** The environment without the variables of an npm that runs the tests: they would apply to the project, too. */
export function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")),
  );
}
