import { createReadStream } from "node:fs";
import { verifyChain } from "@latchkey/server";

import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { exitCodes } from "../../output/exit-codes.ts";

/** `latchkey audit verify`: needs no server, and no network. */
export const verifyAudit: Command = {
  usage: "[FILE] [flags]",
  options: {
    after: {
      type: "text",
      summary: "The hash of the entry before the first one, where the file does not begin with 1.",
    },
    head: { type: "text", summary: "The hash of the last entry, from latchkey audit head." },
  },
  max_arguments: 1,
  note: "Reads standard input without FILE. Exits with 1 at the first line that was altered, dropped or moved. Entries that are missing at the end are found with --head alone, and those at the beginning with --after.",
  examples: [
    "latchkey audit verify audit.jsonl",
    "latchkey audit export | latchkey audit verify",
    "latchkey audit verify audit.jsonl --head 5d41402abc4b2a76b9719d911017c592ae2b6c1d0e9f8a7b6c5d4e3f2a1b0c9d",
  ],
  run: async (args, io) => {
    const [file] = args.words;
    const ends = { after: hashIn(args, "after"), head: hashIn(args, "head") };
    const verification = verifyChain(ends);
    const stream = file === undefined || file === "-" ? process.stdin : createReadStream(file);
    for await (const line of linesOf(stream)) verification.next(line);
    const { broken, entries, first, last } = verification.end();
    if (broken !== undefined) {
      io.err(`Line ${broken.line}: ${broken.problem}. ${broken.explanation}\n`);
      io.err(`Intact before it: ${count(entries)}.\n`);
      return exitCodes.failed;
    }
    if (first === undefined || last === undefined) {
      io.out("There are no entries.\n");
      return exitCodes.done;
    }
    io.out(
      `${count(entries)}, ${first} to ${last.sequence}: one unbroken chain.\nThe last hash is ${last.hash}.\n`,
    );
    if (ends.head === undefined)
      io.err("Whether entries are missing at the end is not known without --head.\n");
    if (ends.after === undefined && first > 1)
      io.err(`Whether entry ${first} follows what was there is not known without --after.\n`);
    return exitCodes.done;
  },
};

function count(entries: number): string {
  return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}

function hashIn(args: Arguments, name: string): string | undefined {
  const hash = textOf(args, name);
  if (hash === undefined || /^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new UsageError(`--${name} takes a hash: 64 hexadecimal digits in lower case.`);
}

/** The lines of a stream. Only a line feed ends one: JSON may have other line separators in its texts. */
async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of stream) {
    rest += typeof part === "string" ? part : decoder.decode(part, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
