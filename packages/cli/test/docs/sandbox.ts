import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { root } from "./block.ts";
import type { Ports } from "./ports.ts";

/** A temporary directory that looks like a fresh clone, in which the commands of a page are run. */
export interface Sandbox {
  /** The root of the clone. */
  readonly cwd: string;
  /** Environment of the shell. */
  readonly env: Readonly<Record<string, string>>;
  readonly save: (name: string, text: string) => void;
  /** Deletes the directory. */
  readonly clear: () => void;
}

export function createSandbox(ports: Ports): Sandbox {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-docs-"));
  const cwd = join(directory, "latchkey");
  const programs = join(directory, "bin");
  for (const path of [cwd, programs]) mkdirSync(path);
  linkRepository(cwd);
  for (const [name, text] of Object.entries(replacements)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const { PATH = "" } = process.env;
  return {
    cwd,
    env: {
      PATH: `${programs}:${PATH}`,
      HOME: directory,
      TMPDIR: directory,
      NODE_COMPILE_CACHE: join(tmpdir(), "latchkey-compile-cache"),
      LATCHKEY_URL: `http://127.0.0.1:${ports.of("4444")}`,
      LATCHKEY_ADMIN_URL: `http://127.0.0.1:${ports.of("4445")}`,
      LATCHKEY_ADMIN: `http://127.0.0.1:${ports.of("4445")}`, // LATCHKEY_ADMIN and PORT are for examples/login-consent.
      PORT: ports.of("3000"),
      SITES: ["4444", "4446", "3000", "5000"].map(ports.of).join(" "),
    },
    save: (name, text) => writeFileSync(join(cwd, name), text),
    clear: () => rmSync(directory, { recursive: true }),
  };
}

/** Links the repository into a directory, for a shell and a compiler. */
export function linkRepository(cwd: string): void {
  for (const name of LINKED) symlinkSync(join(root, name), join(cwd, name));
}

const LINKED = ["node_modules", "packages", "examples", "deploy", "package.json", "tsconfig.json"];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const node = `'${process.execPath}'`;
const latchkey = `'${here("../../bin/latchkey.js")}'`;

/** Replacements of programs that may not be installed, or are slow. */
const replacements: Readonly<Record<string, string>> = {
  npx: `case "$1" in
  latchkey) shift; exec ${node} ${latchkey} "$@" ;;
  node) shift; exec ${node} "$@" ;;
  *) echo "npx does not run $1 here" >&2; exit 127 ;;
esac`,
  "xdg-open": `exec ${node} '${here("open-in-browser.ts")}' "$@"`,
  open: `exec ${node} '${here("open-in-browser.ts")}' "$@"`,
  "compare-output": `exec ${node} '${here("compare-output.ts")}' "$@"`,
  "when-listening": `for attempt in $(seq 100); do
  curl -s -o /dev/null "http://127.0.0.1:$1/" && exit 0
  sleep 0.1
done
echo "Nothing listens on $1." >&2; exit 1`,
};
