import type { Command } from "../../arguments/command.ts";
import { countOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** `latchkey audit export`: asks until there are no more. */
export const exportAudit: Command = {
  usage: "[flags]",
  options: {
    after: {
      type: "text",
      default: "0",
      summary: "The number of the last entry that you have: only those after it.",
    },
    ...adminOptions,
  },
  max_arguments: 0,
  note: "Standard error says the number and the hash of the last entry: pass them to --after here, and to --after of latchkey audit verify.",
  examples: [
    "latchkey audit export > audit.jsonl",
    "latchkey audit export --after 4711 >> audit.jsonl",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    let after = countOf(args, "after");
    let last: Last | undefined;
    let count = 0;
    for (;;) {
      const text = await latchkey.exportAuditEntries({ after });
      if (text === "") break;
      const lines = text.trimEnd().split("\n");
      last = readLast(lines.at(-1) ?? "");
      if (last.sequence <= after)
        throw new Failure(exitCodes.failed, "The server repeats entries: export again.");
      io.out(text);
      after = last.sequence;
      count += lines.length;
    }
    const end = last === undefined ? "" : ` The last is ${last.sequence} ${last.hash}.`;
    io.err(`Exported ${count} ${count === 1 ? "entry" : "entries"}.${end}\n`);
    return exitCodes.done;
  },
};

interface Last {
  readonly sequence: number;
  readonly hash: string;
}

function readLast(line: string): Last {
  const value: unknown = JSON.parse(line);
  const { sequence, hash } = typeof value === "object" && value !== null ? fields(value) : {};
  if (typeof sequence === "number" && typeof hash === "string") return { sequence, hash };
  throw new Failure(exitCodes.unreachable, "The response has no entries of an audit log.");
}

function fields(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value));
}
