import { createInterface } from "node:readline/promises";
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
  /** Resolves when somebody asks the process to stop. */
  readonly stopped: () => Promise<void>;
}

/** The world of this very process. */
export function processWorld(): World {
  const { env, stdout, stderr } = process;
  const terminal = stdout.isTTY;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreBrokenPipe);
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    secret: readSecret,
    terminal,
    colour: terminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb",
    stopped: signalled,
  };
}

/** Whoever read our words has left, which is no reason to stop. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

async function readSecret(question: string): Promise<string> {
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

/** Each signal is heard once: a second Ctrl-C ends the process at once, as people expect. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
