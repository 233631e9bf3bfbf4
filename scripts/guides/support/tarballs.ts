import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readManifest } from "../../pack/manifest.ts";
import { packAll } from "../../pack/pack-all.ts";
import { installProject, type LocalDependencies } from "./npm.ts";

const root = join(import.meta.dirname, "../../..");

/** The folder that the test files of a run share. A file that is run alone makes its own. */
const SHARED = "LATCHKEY_TEST_TARBALLS";

/** The packages as npm would get them, and the command installed from them. */
export interface Packed {
  /** Dependencies on the tarball of each package. */
  readonly dependencies: LocalDependencies;
  /** The installed `latchkey`, as a shell command. */
  readonly latchkey: string;
}

let packed: Packed | undefined;

/** The packed packages: those of this run, or new ones, which are removed when the process ends. */
export async function packedTarballs(): Promise<Packed> {
  packed ??= await findOrPack();
  return packed;
}

/** Packs once for all test files of a run. Returns what removes the tarballs. */
export async function shareTarballs(): Promise<() => void> {
  if (process.env[SHARED] !== undefined) return () => {};
  const folder = await pack();
  process.env[SHARED] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

async function findOrPack(): Promise<Packed> {
  const shared = process.env[SHARED];
  if (shared !== undefined) return packedIn(shared);
  const folder = await pack();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return packedIn(folder);
}

/** Packs all packages and installs the command. Resolves to the folder. */
async function pack(): Promise<string> {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "latchkey-packed-"));
  const stage = mkdtempSync(join(dist, "guides-"));
  try {
    packAll(stage, folder);
  } finally {
    rmSync(stage, { recursive: true });
  }
  const project = join(folder, PROJECT);
  mkdirSync(project);
  await installProject(project, packedIn(folder).dependencies);
  return folder;
}

/** The project in which the command is installed, below the folder with the tarballs. */
const PROJECT = "project";

function packedIn(folder: string): Packed {
  const manifests = readdirSync(join(root, "packages")).map((name) =>
    readManifest(join(root, "packages", name)),
  );
  const dependencies = manifests.map(({ name, version }): [string, string] => {
    const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    return [name, `file:${join(folder, file)}`];
  });
  const command = join(folder, PROJECT, "node_modules/latchkey/bin/latchkey.js");
  return {
    dependencies: Object.fromEntries(dependencies),
    latchkey: `'${process.execPath}' '${command}'`,
  };
}
