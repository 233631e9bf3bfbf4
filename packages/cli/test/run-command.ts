import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The exit code and output of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a command is run. The environment of the test process is not inherited. */
export interface Shell {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly node_flags?: readonly string[];
  /** Input to send once, when the output matches. */
  readonly answer?: { readonly to: RegExp; readonly typed: string };
  /** Standard input. */
  readonly input?: string;
  /** Called with all output so far, whenever there is more. */
  readonly onShown?: (shown: string) => void;
}

const TERMINAL = "script"; // util-linux: runs a command in a pseudo-terminal

/** Runs a command line in a process of its own, without a terminal. */
export function runCommand(line: string, shell: Shell = {}): Promise<CommandResult> {
  const { node = process.execPath, node_flags = [] } = shell;
  return watch(node, [...node_flags, COMMAND, ...splitWords(line)], shell);
}

/** Splits a command line as a shell does; supports single quotes. */
export function splitWords(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
}

/** Runs a command line in a pseudo-terminal, which merges both output streams. */
export async function runInTerminal(line: string, shell: Shell = {}): Promise<CommandResult> {
  const { node = process.execPath } = shell;
  const typed = `exec '${node}' '${COMMAND}' ${line}`; // Replaces the shell, which would receive Ctrl-C too.
  const seen = await watch(TERMINAL, ["-qec", typed, "/dev/null"], shell);
  return { ...seen, out: seen.out.replaceAll("\r\n", "\n") };
}

/** Whether util-linux is installed. */
export const canEmulateTerminal = spawnSync(TERMINAL, ["-qec", "true", "/dev/null"]).status === 0;

export const COMMAND = fileURLToPath(new URL("../bin/latchkey.js", import.meta.url));

/** Compiled modules, shared by all test processes: halves the start time. */
const NODE_COMPILE_CACHE = join(tmpdir(), "latchkey-compile-cache");

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

function watch(program: string, words: readonly string[], shell: Shell): Promise<CommandResult> {
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
