import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a shell sees of a command that ended. */
export interface Seen {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where a command is typed. Nothing of our own environment reaches it. */
export interface Shell {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly node_flags?: readonly string[];
  /** What to type in, once, when something was shown. */
  readonly answer?: { readonly to: RegExp; readonly typed: string };
  /** All there is on standard input. */
  readonly input?: string;
  /** Told everything that was shown so far, whenever there is more. */
  readonly onShown?: (shown: string) => void;
}

const TERMINAL = "script"; // util-linux: runs a command at a terminal of its own

/** Types a line after `latchkey`, where nobody looks at its output. */
export function type(line: string, shell: Shell = {}): Promise<Seen> {
  const { node = process.execPath, node_flags = [] } = shell;
  return watch(node, [...node_flags, COMMAND, ...splitWords(line)], shell);
}

/** Words as a shell would have them, single quotes understood. */
function splitWords(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
}

/** Types a line after `latchkey` at a terminal, which shows both streams as one. */
export async function typeAtTerminal(line: string, shell: Shell = {}): Promise<Seen> {
  const { node = process.execPath } = shell;
  const typed = `exec '${node}' '${COMMAND}' ${line}`; // In place of a shell, which would hear Ctrl-C too.
  const seen = await watch(TERMINAL, ["-qec", typed, "/dev/null"], shell);
  return { ...seen, out: seen.out.replaceAll("\r\n", "\n") };
}

/** Whether this machine can pretend to be a terminal: util-linux has what it takes. */
export const has_terminal = spawnSync(TERMINAL, ["-qec", "true", "/dev/null"]).status === 0;

/** Where the command is. */
export const COMMAND = fileURLToPath(new URL("../bin/latchkey.js", import.meta.url));

/** The same modules are read dozens of times; once they are compiled, that takes half the time. */
const NODE_COMPILE_CACHE = join(tmpdir(), "latchkey-compile-cache");

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

function watch(program: string, words: readonly string[], shell: Shell): Promise<Seen> {
  const { PATH = "" } = process.env;
  const child = spawn(program, words, {
    cwd: shell.cwd,
    env: { PATH, TERM: "xterm", NODE_COMPILE_CACHE, ...shell.env },
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  alive.add(child);
  let { answer } = shell;
  let out = "";
  let err = "";
  if (shell.input !== undefined) child.stdin.end(shell.input);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    shell.onShown?.(out + err);
    if (answer?.to.test(out) !== true) return;
    child.stdin.write(answer.typed);
    answer = undefined;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    shell.onShown?.(out + err);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      alive.delete(child);
      resolve({ code, out, err });
    });
  });
}
