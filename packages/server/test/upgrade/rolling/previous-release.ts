import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The release beside whose servers those of this version run. A release sets it to the one before. */
export const previousRelease = {
  version: "0.2.0",
  commit: "d635338b0a21ff889e551da029d757ae1339d066",
} as const;

const repository = fileURLToPath(new URL("../../../../..", import.meta.url));

/** Whether the history has the release. A shallow clone does not. */
export function hasPreviousRelease(): boolean {
  const object = `${previousRelease.commit}^{commit}`;
  return spawnSync("git", ["cat-file", "-e", object], { cwd: repository }).status === 0;
}

/** Writes the files of the release to an empty folder, with the packages that it needs. Returns the path of its command. */
export function checkOutPreviousRelease(folder: string): string {
  const archive = execFileSync("git", ["archive", previousRelease.commit], {
    cwd: repository,
    maxBuffer: 1024 ** 3,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const [needed, installed] = [readLock(folder), readLock(repository)];
  if (isPartOf(needed, installed)) linkPackages(needed, folder);
  else execFileSync("npm", ["ci"], { cwd: folder, stdio: "inherit" });
  return join(folder, "packages/cli/bin/latchkey.js");
}

/** The packages of a package-lock.json by their folders. */
type Lock = Readonly<
  Record<string, { version?: string; link?: true; optional?: true; resolved?: string }>
>;

function readLock(folder: string): Lock {
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const packages: Lock = lock.packages;
  return Object.fromEntries(Object.entries(packages).filter(([at]) => /node_modules\//.test(at)));
}

/** Whether all packages of a release are installed here, in the same versions. Some are for other platforms only. */
function isPartOf(needed: Lock, installed: Lock): boolean {
  return Object.entries(needed).every(
    ([at, { link, version, optional }]) =>
      link === true ||
      (installed[at]?.version === version &&
        (optional === true || existsSync(join(repository, at)))),
  );
}

/** The packages of the release itself are in its folder, all others in that of this repository. */
function linkPackages(lock: Lock, folder: string): void {
  for (const [at, { link, resolved = "" }] of Object.entries(lock)) {
    // What is below another package comes with it.
    if (at.split("node_modules/").length > 2) continue;
    const target = link === true ? join(folder, resolved) : join(repository, at);
    if (!existsSync(target)) continue; // For another platform.
    mkdirSync(dirname(join(folder, at)), { recursive: true });
    symlinkSync(target, join(folder, at));
  }
}
