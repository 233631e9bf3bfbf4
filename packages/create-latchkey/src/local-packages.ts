import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The tarballs of Latchkey's packages in a folder, as `npm run pack` names them: dependencies by package. */
export function findTarballs(folder: string, version: string): Readonly<Record<string, string>> {
  const ending = `-${version}.tgz`;
  const files = readdirSync(folder).filter((file) => file.endsWith(ending));
  return Object.fromEntries(
    files
      .map((file) => [packageOf(file.slice(0, -ending.length)), `file:${join(folder, file)}`])
      .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
}

function packageOf(name: string): string {
  return name.startsWith("latchkey-") ? name.replace("-", "/").replace(/^/, "@") : name;
}

/** A package.json that takes the packages of Latchkey from tarballs, also those that only other packages depend on. */
export function useTarballs(manifest: string, tarballs: Readonly<Record<string, string>>): string {
  const parsed = JSON.parse(manifest);
  const replaced = (dependencies: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [name, tarballs[name] ?? version]),
    );
  const local = {
    ...parsed,
    ...(parsed.dependencies && { dependencies: replaced(parsed.dependencies) }),
    ...(parsed.devDependencies && { devDependencies: replaced(parsed.devDependencies) }),
    overrides: { ...parsed.overrides, ...tarballs },
  };
  return `${JSON.stringify(local, null, 2)}\n`;
}
