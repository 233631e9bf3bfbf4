import { type FailedSignIn, failedSignInMethods, failedSignInReasons } from "@latchkey/api";

import type { Arguments, Command } from "../../arguments/command.ts";
import { countOf, textOf } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList, type View } from "../../output/format.ts";
import { readTimes } from "../audit/read-time.ts";

/** By what they are chosen, and the field of the operation. */
const filters = {
  username: "username",
  network: "network",
  method: "method",
  reason: "reason",
  provider: "provider",
  "request-id": "request_id",
  before: "before",
} as const;

/** `latchkey failed-sign-ins list`. */
export const listFailedSignIns: Command = {
  usage: "[flags]",
  options: {
    username: { type: "text", summary: "Only those to the account with this username or address." },
    network: { type: "text", summary: "Only those from this network, such as 192.0.2.0/24." },
    method: {
      type: "text",
      values: Object.keys(failedSignInMethods),
      summary: "Only those by this method, such as password or provider.",
    },
    reason: {
      type: "text",
      values: Object.keys(failedSignInReasons),
      summary: "Only those for this reason, such as wrong_password or throttled.",
    },
    provider: { type: "text", summary: "Only those with this identity provider, by its ID." },
    "request-id": { type: "text", summary: "Only that of this request, as the page showed it." },
    since: { type: "text", summary: "Only those at this time or later, or so long ago: 24h." },
    until: { type: "text", summary: "Only those before this time, or longer ago." },
    limit: { type: "text", default: "20", summary: "How many, at most 500." },
    before: { type: "text", summary: "Only those before the one with this ID: for the next page." },
    ...formatOptions("table", "Print only the IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "Those of ten minutes that failed alike are one row.",
  examples: [
    "latchkey failed-sign-ins list --since 1h",
    "latchkey failed-sign-ins list --username alice",
    "latchkey failed-sign-ins list --method provider --format json",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const limit = countOf(args, "limit", 1);
    const wanted = { ...readFilter(args), ...readTimes(args, Date.now()), limit };
    const items = await latchkey.listFailedSignIns(wanted);
    const last = items.at(-1);
    const hint = `There may be more results: use --before ${last?.id} for the next page.`;
    const isFull = items.length >= limit;
    const empty = "No failed sign-ins match.";
    showList({ items, ...(isFull && { hint }) }, { view: row, empty }, args, io);
    return exitCodes.done;
  },
};

function readFilter(args: Arguments): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([flag, field]) => {
      const value = textOf(args, flag);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

const row: View<FailedSignIn> = {
  ID: ({ id }) => id,
  LAST: ({ last_at }) => last_at,
  COUNT: ({ count }) => String(count),
  ACCOUNT: ({ username, subject }) => username ?? subject ?? "",
  FROM: ({ network }) => network ?? "",
  METHOD: ({ method, provider }) => [method, provider].filter(Boolean).join(" "),
  REASON: ({ reason, throttle }) => [reason, throttle].filter(Boolean).join(" "),
};
