import type { AuditEntry } from "@latchkey/api";

import type { Arguments, Command, Options } from "../../arguments/command.ts";
import { countOf, textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList, type View } from "../../output/format.ts";
import { readTimes } from "./read-time.ts";

/** What entries are chosen by, and the field of the operation. */
const filters = {
  type: "object_type",
  id: "object_id",
  caller: "caller",
  action: "action",
  operation: "operation",
  search: "search",
} as const;

const filterOptions: Options = {
  type: { type: "text", summary: "Only changes of this type of object, such as client." },
  id: { type: "text", summary: "Only changes of the object with this ID." },
  caller: { type: "text", summary: "Only changes by the caller with this ID." },
  action: { type: "text", summary: "Only this action, such as updated." },
  operation: { type: "text", summary: "Only changes by this operation, such as createApi." },
  search: { type: "text", summary: "Only entries with this text." },
  since: { type: "text", summary: "Only changes at this time or later, or so long ago: 24h." },
  until: { type: "text", summary: "Only changes before this time, or longer ago." },
};

/** `latchkey audit list`. */
export const listAudit: Command = {
  usage: "[flags]",
  options: {
    ...filterOptions,
    limit: { type: "text", default: "20", summary: "How many, at most 500." },
    before: { type: "text", summary: "Only entries with a smaller number: for the next page." },
    ...formatOptions("table", "Print only the numbers."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "With --format json, the entries have what was there before and after.",
  examples: [
    "latchkey audit list --type client --id photos",
    "latchkey audit list --since 24h --action deleted",
    "latchkey audit list --search photos --format json",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const limit = countOf(args, "limit", 1);
    const items = await latchkey.listAuditEntries({ ...readFilter(args, Date.now()), limit });
    const last = items.at(-1);
    const isFull = items.length >= limit && last !== undefined && last.sequence > 1;
    const hint = `There may be more results: use --before ${last?.sequence} for the next page.`;
    const empty = "No changes match.";
    showList({ items, ...(isFull && { hint }) }, { view: auditRow, empty }, args, io);
    return exitCodes.done;
  },
};

/** `now_ms` is in milliseconds. */
function readFilter(args: Arguments, now_ms: number): Readonly<Record<string, string | number>> {
  const texts = Object.entries(filters).flatMap(([flag, field]) => {
    const value = textOf(args, flag);
    return value === undefined ? [] : [[field, value] as const];
  });
  const before = args.flags.has("before") ? [["before", countOf(args, "before")] as const] : [];
  return { ...Object.fromEntries([...texts, ...before]), ...readTimes(args, now_ms) };
}

const auditRow: View<AuditEntry> = {
  NUMBER: ({ sequence }) => String(sequence),
  AT: ({ at }) => at,
  CALLER: ({ caller: { kind, id, name } }) => [kind, name ?? id].filter(Boolean).join(" "),
  FROM: ({ address }) => address,
  ACTION: ({ action }) => action,
  OBJECT: ({ object: { type, id } }) => [type, id].filter(Boolean).join(" "),
  OPERATION: ({ operation }) => operation,
};
