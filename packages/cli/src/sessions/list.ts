import type { PreviousConsentSession } from "@latchkey/api";

import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { wordAt } from "../flags.ts";
import { formatOptions, showList, type View } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";

/** `latchkey sessions list`: what a person allowed whom, and in which login. */
export const listSessions: Command = {
  usage: "SUBJECT [flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Prints the ids of the clients alone."),
    ...adminOptions,
  },
  most_words: 1,
  note: "A line is a consent that still counts. Those with the same login belong to one browser.",
  examples: ["latchkey sessions list alice", "latchkey sessions list alice --format json"],
  run: async (given, world) => {
    const subject = wordAt(given, 0, "Say whose sessions: a SUBJECT.");
    const latchkey = connectAdmin(given, world);
    const sessions = await collect(given, world, (page) =>
      latchkey.call("listSubjectConsentSessions", { subject, ...page }),
    );
    showList(sessions, sessionRow, `${subject} has allowed nothing.`, given, world);
    return exitCodes.done;
  },
};

const sessionRow: View<PreviousConsentSession> = {
  CLIENT: ({ consent_request }) => consent_request.client?.client_id ?? "",
  SCOPE: ({ grant_scope }) => grant_scope.join(" "),
  AUDIENCE: ({ grant_access_token_audience }) => grant_access_token_audience.join(" "),
  "ALLOWED AT": ({ handled_at }) => handled_at ?? "",
  REMEMBERED: ({ remember, remember_for }) => describeMemory(remember, remember_for),
  LOGIN: ({ consent_request }) => consent_request.login_session_id ?? "",
};

function describeMemory(remember: boolean, seconds: number): string {
  if (!remember) return "no";
  return seconds === 0 ? "for ever" : `for ${seconds} s`;
}
