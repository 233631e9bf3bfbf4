/** What the commands about webhooks of integrations and of event receivers have in common. */

import type { EventDelivery } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import type { Arguments, Command, Options } from "../arguments/command.ts";
import { argumentAt, durationOf } from "../arguments/flags.ts";
import { collect, pageOptions } from "../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../connection/connection.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { formatOptions, showList, showOne, type View } from "../output/format.ts";

/** A webhook that was sent, or is to be sent. */
type Sent = Omit<EventDelivery, "kind">;

/** Its columns; one says what it is about. */
export function deliveryView<Delivery extends Sent>(
  heading: "TYPE" | "KIND",
  kindOf: (delivery: Delivery) => string,
): View<Delivery> {
  return {
    ID: ({ id }) => id,
    [heading]: kindOf,
    STATUS: ({ status }) => status,
    ATTEMPTS: ({ attempts }) => String(attempts),
    CREATED: ({ created_at }) => created_at,
    "NEXT ATTEMPT": ({ next_attempt_at }) => next_attempt_at ?? "",
    OUTCOME: ({ outcome }) => outcome ?? "",
  };
}

interface Texts extends Pick<Command, "note" | "examples"> {
  /** The usage error without an id. */
  readonly which: string;
}

/** Sends one now. */
export function testCommand<Delivery extends Sent>(
  { which, ...texts }: Texts,
  view: View<Delivery>,
  send: (latchkey: Client, id: string) => Promise<Delivery>,
): Command {
  return {
    usage: "ID [flags]",
    options: { ...formatOptions("table"), ...adminOptions },
    max_arguments: 1,
    ...texts,
    run: async (args, io) => {
      const id = argumentAt(args, 0, which);
      const delivery = await send(connectAdmin(args, io), id);
      showOne(delivery, view, args, io);
      return delivery.status === "delivered" ? exitCodes.done : exitCodes.failed;
    },
  };
}

type Fetch<Delivery> = Parameters<typeof collect<Delivery>>[1];

/** Lists those of the last seven days. */
export function deliveriesCommand<Delivery extends Sent>(
  { which, empty, ...texts }: Omit<Texts, "note"> & { readonly empty: string },
  view: View<Delivery>,
  fetchFrom: (latchkey: Client, id: string) => Fetch<Delivery>,
): Command {
  return {
    usage: "ID [flags]",
    options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
    max_arguments: 1,
    note: "The newest first, of the last seven days.",
    ...texts,
    run: async (args, io) => {
      const id = argumentAt(args, 0, which);
      const deliveries = await collect(args, fetchFrom(connectAdmin(args, io), id));
      showList(deliveries, { view, empty }, args, io);
      return exitCodes.done;
    },
  };
}

/** The flags of a rotation of the secret that webhooks are signed with. */
export const rotationOptions: Options = {
  overlap: {
    type: "text",
    default: "24h",
    summary: "How long webhooks are signed with the previous secret as well.",
  },
  ...formatOptions("table"),
  ...adminOptions,
};

/** The body of the rotation. */
export function rotationIn(args: Arguments): { readonly overlap: number } {
  return { overlap: Math.round(durationOf(args, "overlap") / 1000) };
}
