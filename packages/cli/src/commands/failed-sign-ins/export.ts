import type { Command } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** `latchkey failed-sign-ins export`: asks until there are no more. */
export const exportFailedSignIns: Command = {
  usage: "[flags]",
  options: {
    after: { type: "text", summary: "The ID of the last one that you have: only those after it." },
    ...adminOptions,
  },
  max_arguments: 0,
  note: "Those of the last ten minutes are not final yet, and part of the next export. Standard error says the ID of the last one.",
  examples: [
    "latchkey failed-sign-ins export > failed-sign-ins.jsonl",
    "latchkey failed-sign-ins export --after 0000002c4b1f5d2c… >> failed-sign-ins.jsonl",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    let after = textOf(args, "after") ?? "";
    let count = 0;
    for (;;) {
      const text = await latchkey.exportFailedSignIns({ after });
      if (text === "") break;
      const lines = text.trimEnd().split("\n");
      const last = readId(lines.at(-1) ?? "");
      if (last <= after)
        throw new Failure(exitCodes.failed, "The server repeats entries: export again.");
      io.out(text);
      after = last;
      count += lines.length;
    }
    const end = after === "" ? "" : ` The last is ${after}.`;
    io.err(`Exported ${count} ${count === 1 ? "entry" : "entries"}.${end}\n`);
    return exitCodes.done;
  },
};

function readId(line: string): string {
  const value: unknown = JSON.parse(line);
  if (typeof value === "object" && value !== null && "id" in value && typeof value.id === "string")
    return value.id;
  throw new Failure(exitCodes.unreachable, "The response has no failed sign-ins.");
}
