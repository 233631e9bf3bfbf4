import { Writable } from "node:stream";
import { isatty } from "node:tty";

/** Input and output of a command beside its arguments. */
export interface ProcessIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes the result to standard output. */
  readonly out: (text: string) => void;
  /** Writes messages and errors to standard error. */
  readonly err: (text: string) => void;
  /** Reads a secret: from the terminal without echo, or the first line of standard input. */
  readonly secret: (question: string) => Promise<string>;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  readonly colour: boolean;
  /** Columns of that terminal; undefined without one. */
  readonly width?: number | undefined;
  /** Whether standard error is a terminal that supports redrawing a line. */
  readonly progress: boolean;
  /** Opens a URL in the default browser. */
  readonly open: (url: string) => void;
  /** Resolves on SIGINT or SIGTERM. */
  readonly stopped: () => Promise<void>;
  /**
   * Calls back at each SIGHUP, which then does not end the process; unless the terminal that it runs at was closed: that counts
   * as SIGTERM.
   */
  readonly onHangUp: (callback: () => void) => void;
  /** Resolves when standard input is a pipe and the process at its other end has closed it. */
  readonly inputClosed: () => Promise<void>;
}

export function createProcessIo(): ProcessIo {
  const { env, stdout, stderr } = process;
  const terminal = stdout.isTTY;
  const isCapable = env["TERM"] !== "dumb";
  for (const stream of [stdout, stderr]) stream.on("error", ignoreBrokenPipe);
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    secret: readSecret,
    terminal,
    width: terminal ? stdout.columns : undefined,
    colour: terminal && (env["NO_COLOR"] ?? "") === "" && isCapable,
    progress: stderr.isTTY && isCapable,
    open: (url) => void openPage(url),
    stopped: signalled,
    onHangUp,
    inputClosed,
  };
}

/** The reader of a pipe may exit early, for example `| head`; and a terminal may be closed. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}

async function readSecret(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const { stdin, stderr } = process;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}

async function openPage(url: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const [program = "", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true });
  child.on("error", () => {}); // The URL is also printed.
  child.unref();
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Handles each signal once: a second Ctrl-C terminates the process immediately. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}

function onHangUp(callback: () => void): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on("SIGHUP", () => {
    const isClosed = !terminals.every((descriptor) => isatty(descriptor));
    if (isClosed) process.kill(process.pid, "SIGTERM");
    else callback();
  });
}

/** Never resolves for a terminal, a file or `/dev/null`, which end without a process that ended. */
async function inputClosed(): Promise<void> {
  const { fstatSync } = await import("node:fs");
  const input = fstatSync(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!input.isFIFO() && !input.isSocket()) return promise;
  const { stdin } = process;
  for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve());
  stdin.resume();
  if ("unref" in stdin) stdin.unref(); // Waiting for it must not keep the process alive.
  return promise;
}
