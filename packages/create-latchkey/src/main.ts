import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { run } from "./run.ts";

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
const terminal = process.stdin.isTTY && process.stdout.isTTY ? openTerminal() : undefined;

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  version,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ask: terminal?.ask,
});
terminal?.close();

/** One reader for all questions: lines that were typed ahead answer the next ones. */
function openTerminal() {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const lines = reader[Symbol.asyncIterator]();
  reader.once("SIGINT", () => reader.close());
  return {
    ask: async (question: string): Promise<string | undefined> => {
      reader.setPrompt(question);
      reader.prompt();
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    close: () => reader.close(),
  };
}
