import type { ProcessIo } from "../src/process-io.ts";
import { run } from "../src/run.ts";
import { type CommandResult, splitWords } from "./run-command.ts";

interface Options extends Partial<ProcessIo> {
  /** Called with every text on standard error, in addition to capturing it. */
  readonly onErr?: (text: string) => void;
}

/** Runs a command line in this process, without a terminal. */
export async function runInProcess(
  line: string,
  { onErr, ...io }: Options = {},
): Promise<CommandResult> {
  let out = "";
  let err = "";
  const code = await run(splitWords(line), {
    env: {},
    out: (text) => (out += text),
    err: (text) => {
      err += text;
      onErr?.(text);
    },
    secret: () => Promise.resolve(""),
    terminal: false,
    colour: false,
    progress: false,
    open: () => {},
    stopped: () => new Promise(() => {}),
    onHangUp: () => {},
    inputClosed: () => new Promise(() => {}),
    ...io,
  });
  return { code, out, err };
}
