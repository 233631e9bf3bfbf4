import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** The first of these programs on the path, if there is one. */
export function findProgram(names: readonly string[]): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => directories.map((directory) => join(directory, name)))
    .find(isExecutable);
}

/** The first is Debian's Chromium without windows, in which tests take three fifths of the time. */
const CHROMIUMS = [
  "chromium-headless-shell",
  "chromium",
  "google-chrome",
  "google-chrome-stable",
  "chromium-browser",
] as const;

/** The Chromium of this machine, if there is one. */
export function findChromium(): string | undefined {
  return process.env["CHROME_PATH"] || findProgram(CHROMIUMS);
}

export function installChromium(): string | undefined {
  return installPackage(CHROMIUMS[0]) ? findChromium() : undefined;
}

const LOCK = join(tmpdir(), "latchkey-apt.lock");

/** Installs a Debian package. Only in a Debian container, as root: a developer's machine is not changed. Returns whether it did. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  // `flock`, because another test file may install at the same time. In runlevel 1 packages start no services.
  const apt = (...words: string[]): Buffer =>
    execFileSync(
      "/usr/bin/flock",
      [LOCK, "apt-get", "-o", "DPkg::Lock::Timeout=300", "-q", ...words],
      {
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
        stdio: "pipe",
      },
    );
  apt("update");
  apt("install", "-y", "--no-install-recommends", name);
  return true;
}

/** A program that has a Debian package of its name: of this machine, or installed. */
export function programOf(name: string): string {
  const found = findProgram([name]) ?? (installPackage(name) ? findProgram([name]) : undefined);
  if (found === undefined) {
    throw new Error(`There is no ${name} on this machine. Install it: its tests need it.`);
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
