import { type EventStream, streamStatuses } from "@latchkey/api";
import { type Command, UsageError } from "../../arguments/command.ts";
import { allArguments, argumentAt, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../../output/format.ts";

const WHICH = "Missing argument: the ID, as shown by latchkey event-streams list.";

/** `latchkey event-streams list`. */
export const listStreams: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey event-streams list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const streams = await collect(args, (page) => latchkey.call("listEventStreams", page));
    const empty = "There are no streams. Clients with the scope ssf.manage create them.";
    showList(streams, { view: streamView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey event-streams set-status`. */
export const setStreamStatus: Command = {
  usage: "ID STATUS [flags]",
  options: {
    reason: { type: "text", summary: "Why. The receiver gets it." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 2,
  note: "enabled: events are sent. paused: they are kept. disabled: they are neither.",
  examples: ["latchkey event-streams set-status $STREAM paused --reason 'Under investigation'"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const wanted = argumentAt(args, 1, "Missing argument: enabled, paused or disabled.");
    const status = streamStatuses.find((one) => one === wanted);
    if (status === undefined)
      throw new UsageError(`The status is one of ${streamStatuses.join(", ")}.`);
    const reason = textOf(args, "reason");
    const body = { status, ...(reason !== undefined && { reason }) };
    showOne(await connectAdmin(args, io).setEventStreamStatus({ id, body }), streamView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey event-streams delete`. */
export const deleteStreams: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Their clients may create others, unless they lose the scope ssf.manage.",
  examples: ["latchkey event-streams delete $STREAM"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    return forEachName(allArguments(args, WHICH), "Deleting", io, async (id) => {
      await latchkey.deleteEventStream({ id });
      return `Deleted ${id}.\n`;
    });
  },
};

const streamView: View<EventStream> = {
  ID: ({ id }) => id,
  CLIENT: ({ client_id }) => client_id,
  STATUS: ({ status }) => status,
  METHOD: ({ method }) => method,
  PENDING: ({ pending }) => String(pending),
  OLDEST: ({ oldest_pending }) => oldest_pending?.created_at ?? "",
  "LAST ACTIVE": ({ active_at }) => active_at,
  REASON: ({ reason, oldest_pending }) => reason ?? oldest_pending?.outcome ?? "",
};
