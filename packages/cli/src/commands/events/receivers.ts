import { type EventDelivery, type EventKind, eventKinds, type EventReceiver } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { type Command, UsageError } from "../../arguments/command.ts";
import { allArguments, argumentAt, isSet, listOf, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { urlsOf, warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { forEachName } from "../../output/for-each.ts";
import {
  formatOptions,
  showList,
  showOne,
  type View,
  warnAboutSecret,
} from "../../output/format.ts";
import {
  deliveriesCommand,
  deliveryView as viewOfDeliveries,
  rotationIn,
  rotationOptions,
  testCommand,
} from "../webhook-commands.ts";

const WHICH = "Missing argument: the ID, as shown by latchkey event-receivers list.";
const KINDS = `Kinds of events, with commas between: ${eventKinds.join(", ")}.`;

const fields = {
  name: { type: "text", summary: "What it is called." },
  url: { type: "text", summary: "Where webhooks are sent." },
  kinds: { type: "text", summary: KINDS },
} as const;

/** `latchkey event-receivers create`. */
export const createReceiver: Command = {
  usage: "[flags]",
  options: { ...fields, ...formatOptions("table", "Print only the ID."), ...adminOptions },
  max_arguments: 0,
  note: "The secret is shown only once. Without --kinds it receives all kinds of events.",
  examples: [
    "latchkey event-receivers create --name 'Security team' --url https://events.example/latchkey --kinds session.revoked,account.disabled",
  ],
  run: async (args, io) => {
    const [name, url] = [textOf(args, "name"), textOf(args, "url")];
    if (name === undefined || url === undefined)
      throw new UsageError("Missing flags: --name and --url are required.");
    const body = { name, url, kinds: kindsIn(listOf(args, "kinds") ?? eventKinds) };
    const latchkey = connectAdmin(args, io);
    const created = await latchkey.createEventReceiver({ body });
    showOne(created, createdView, args, io);
    warnAboutSecret("The secret", args, io);
    await warnAboutRefusedUrls(latchkey, urlsOf("event_receiver", name, created), io);
    return exitCodes.done;
  },
};

/** `latchkey event-receivers list`. */
export const listReceivers: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey event-receivers list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const receivers = await collect(args, (page) => latchkey.call("listEventReceivers", page));
    const empty = "There are no event receivers. Create one with latchkey event-receivers create.";
    showList(receivers, { view: receiverView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey event-receivers update`. */
export const updateReceiver: Command = {
  usage: "ID [flags]",
  options: {
    ...fields,
    enable: { type: "boolean", summary: "Send events to it." },
    disable: { type: "boolean", summary: "Send no events to it." },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "What is left out stays as it is.",
  examples: ["latchkey event-receivers update $RECEIVER --disable"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const latchkey = connectAdmin(args, io);
    const present = await latchkey.getEventReceiver({ id });
    const body = {
      name: textOf(args, "name") ?? present.name,
      url: textOf(args, "url") ?? present.url,
      kinds: kindsIn(listOf(args, "kinds") ?? present.kinds),
      enabled: isSet(args, "enable") || (present.enabled && !isSet(args, "disable")),
    };
    showOne(await latchkey.updateEventReceiver({ id, body }), receiverView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey event-receivers delete`. */
export const deleteReceivers: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Events that were not accepted yet are not sent.",
  examples: ["latchkey event-receivers delete $RECEIVER"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    return forEachName(allArguments(args, WHICH), "Deleting", io, async (id) => {
      await latchkey.deleteEventReceiver({ id });
      return `Deleted ${id}.\n`;
    });
  },
};

/** `latchkey event-receivers rotate-secret`. */
export const rotateReceiverSecret: Command = {
  usage: "ID [flags]",
  options: rotationOptions,
  max_arguments: 1,
  note: "After a leak, use --overlap 0.",
  examples: ["latchkey event-receivers rotate-secret $RECEIVER --overlap 1h"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const body = rotationIn(args);
    const rotated = await connectAdmin(args, io).rotateEventReceiverSecret({ id, body });
    showOne(rotated, createdView, args, io);
    warnAboutSecret("The secret", args, io);
    return exitCodes.done;
  },
};

const deliveryView = viewOfDeliveries<EventDelivery>("KIND", ({ kind }) => kind);

/** `latchkey event-receivers test`. */
export const testReceiver = testCommand(
  {
    which: WHICH,
    note: "The event is sent once. The exit code is 1 if it was not accepted.",
    examples: ["latchkey event-receivers test $RECEIVER"],
  },
  deliveryView,
  (latchkey, id) => latchkey.testEventReceiver({ id }),
);

/** `latchkey event-receivers deliveries`. */
export const listDeliveries = deliveriesCommand(
  {
    which: WHICH,
    empty: "There were no events in the last seven days.",
    examples: ["latchkey event-receivers deliveries $RECEIVER"],
  },
  deliveryView,
  (latchkey, id) => (page) => latchkey.call("listEventDeliveries", { id, ...page }),
);

/** `latchkey event-receivers resend`. */
export const resendEvents = eventsCommand(
  {
    note: "The ID is that of the receiver or the stream. Its deliveries have the IDs of events. One that is pending is sent at once.",
    examples: ["latchkey event-receivers resend $RECEIVER $EVENT"],
    activity: "Sending",
    outcome: "is sent again",
  },
  (latchkey, input) => latchkey.resendEvent(input),
);

/** `latchkey event-receivers skip`. */
export const skipEvents = eventsCommand(
  {
    note: "The ID is that of the receiver or the stream. An event that a stream does not accept holds the later ones of its user back until it is skipped, or given up after a day.",
    examples: ["latchkey event-receivers skip $STREAM $EVENT"],
    activity: "Skipping",
    outcome: "is skipped",
  },
  (latchkey, input) => latchkey.skipEvent(input),
);

interface EventsTexts extends Pick<Command, "note" | "examples"> {
  readonly activity: string;
  readonly outcome: string;
}

/** A command for some events of a receiver. */
function eventsCommand(
  { activity, outcome, ...texts }: EventsTexts,
  act: (
    latchkey: Client,
    input: { readonly id: string; readonly delivery: string },
  ) => Promise<unknown>,
): Command {
  return {
    usage: "ID EVENT... [flags]",
    options: adminOptions,
    max_arguments: Infinity,
    ...texts,
    run: async (args, io) => {
      const [id = "", ...events] = allArguments(args, WHICH);
      if (events.length === 0) throw new UsageError("Missing argument: one or more events.");
      const latchkey = connectAdmin(args, io);
      return forEachName(events, activity, io, async (delivery) => {
        await act(latchkey, { id, delivery });
        return `${delivery} ${outcome}.\n`;
      });
    },
  };
}

function kindsIn(given: readonly string[]): EventKind[] {
  const unknown = given.find((one) => !eventKinds.some((kind) => kind === one));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no kind of events ${unknown}. There are: ${eventKinds.join(", ")}.`,
    );
  return eventKinds.filter((kind) => given.includes(kind));
}

const receiverView: View<EventReceiver> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  URL: ({ url }) => url,
  ENABLED: ({ enabled }) => (enabled ? "yes" : "no"),
  KINDS: ({ kinds }) => kinds.join(","),
};

const createdView: View<EventReceiver> = { ...receiverView, SECRET: ({ secret = "" }) => secret };
