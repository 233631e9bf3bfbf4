import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readManifest } from "../pack/manifest.ts";

const root = join(import.meta.dirname, "../..");

const manifests: ReadonlyMap<string, Manifest> = new Map(
  readdirSync(join(root, "packages"))
    .map((folder) => readManifest(join(root, "packages", folder)))
    .map((manifest) => [manifest.name, manifest]),
);

/** The names of all packages of this repository. */
export const packageNames: readonly string[] = [...manifests.keys()];

/** Where `npm run pack` writes tarballs, seen from a folder beside the clone. */
const TARBALLS = "../latchkey/dist";

/** The file that `npm run pack` writes for a package. */
export function tarballOf(name: string): string {
  return `${name.replace("@", "").replace("/", "-")}-${manifestOf(name).version}.tgz`;
}

/** A package.json that installs all packages from tarballs in its own folder, also where one depends on another. */
export function localManifest(): string {
  const local = Object.fromEntries(packageNames.map((name) => [name, `file:./${tarballOf(name)}`]));
  // Both: npm 11 does not end where only `overrides` has packages that depend on one another as peers.
  const manifest = { private: true, type: "module", dependencies: local, overrides: local };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The package and those of this repository that it depends on, which must be installed together from tarballs. */
function withDependencies(name: string): readonly string[] {
  const { dependencies = {} } = manifestOf(name);
  const own = Object.keys(dependencies).filter((dependency) => manifests.has(dependency));
  return [...new Set([name, ...own.flatMap(withDependencies)])].toSorted();
}

/** The dependencies of a project on packages of this repository, as its package.json has them. */
export function dependenciesOn(
  names: readonly string[],
  published: boolean,
): Readonly<Record<string, string>> {
  if (published) return Object.fromEntries(names.map((name) => [name, manifestOf(name).version]));
  const all = new Set(names.flatMap(withDependencies));
  return Object.fromEntries(
    [...all].toSorted().map((name) => [name, `file:${TARBALLS}/${tarballOf(name)}`]),
  );
}

function manifestOf(name: string): Manifest {
  const manifest = manifests.get(name);
  if (manifest === undefined) throw new Error(`There is no package ${name}.`);
  return manifest;
}
