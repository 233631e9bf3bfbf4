import type { PreviousConsentSession } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { argumentAt } from "../../arguments/flags.ts";
import { formatOptions, showList, type View } from "../../output/format.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";

/** `latchkey sessions list`: consents of a user, with their login sessions. */
export const listSessions: Command = {
  usage: "SUBJECT [flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the client IDs."),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Each line is a consent that is in effect. Lines with the same login belong to one browser.",
  examples: ["latchkey sessions list alice", "latchkey sessions list alice --format json"],
  run: async (args, io) => {
    const subject = argumentAt(args, 0, "Missing argument: SUBJECT.");
    const latchkey = connectAdmin(args, io);
    const sessions = await collect(args, (page) =>
      latchkey.call("listSubjectConsentSessions", { subject, ...page }),
    );
    showList(sessions, { view: sessionRow, empty: `${subject} has no consents.` }, args, io);
    return exitCodes.done;
  },
};

const sessionRow: View<PreviousConsentSession> = {
  CLIENT: ({ consent_request }) => consent_request.client?.client_id ?? "",
  SCOPE: ({ grant_scope }) => grant_scope.join(" "),
  AUDIENCE: ({ grant_access_token_audience }) => grant_access_token_audience.join(" "),
  "ALLOWED AT": ({ handled_at }) => handled_at ?? "",
  REMEMBERED: ({ remember, remember_for }) => describeRemember(remember, remember_for),
  LOGIN: ({ consent_request }) => consent_request.login_session_id ?? "",
};

function describeRemember(remember: boolean, seconds: number): string {
  if (!remember) return "no";
  return seconds === 0 ? "forever" : `for ${seconds} s`;
}
