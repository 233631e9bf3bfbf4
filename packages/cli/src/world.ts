import { Writable } from "node:stream";

/** What a command may touch beside its arguments. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output: what was asked for. */
  readonly out: (text: string) => void;
  /** Standard error: what went wrong. */
  readonly err: (text: string) => void;
  /** Asks for something that must not be shown: at the terminal without an echo, or the first line of standard input. */
  readonly secret: (question: string) => Promise<string>;
  /** Whether a person is looking at standard output. */
  readonly terminal: boolean;
  readonly colour: boolean;
  /** Whether standard error is a terminal on which a line may be drawn again and again. */
  readonly progress: boolean;
  /** Shows a page to the person in front of this machine, if there is one. */
  readonly open: (url: string) => void;
  /** Resolves when somebody asks the process to stop. */
  readonly stopped: () => Promise<void>;
}

/** The world of this very process. */
export function processWorld(): World {
  const { env, stdout, stderr } = process;
  const terminal = stdout.isTTY;
  const capable = env["TERM"] !== "dumb";
  for (const stream of [stdout, stderr]) stream.on("error", ignoreBrokenPipe);
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    secret: readSecret,
    terminal,
    colour: terminal && (env["NO_COLOR"] ?? "") === "" && capable,
    progress: stderr.isTTY && capable,
    open: (url) => void openPage(url),
    stopped: signalled,
  };
}

/** Whoever read our words has left, which is no reason to stop. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
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
  child.on("error", () => {}); // The URL is printed too.
  child.unref();
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Each signal is heard once: a second Ctrl-C ends the process at once, as people expect. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
