import type { Command } from "../../arguments/command.ts";
import { argumentAt, durationOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList, showOne } from "../../output/format.ts";
import { warnAboutWebhookSecret } from "./integrations.ts";
import { deliveryView, integrationPage } from "./views.ts";

const WHICH = "Missing argument: the integration ID.";

/** `latchkey workspaces integrations webhook-test`. */
export const testWebhook: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: "The webhook is sent once. The exit code is 1 if it was not accepted.",
  examples: ["latchkey workspaces integrations webhook-test $INTEGRATION"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const delivery = await connectAdmin(args, io).testWebhook({ id });
    showOne(delivery, deliveryView, args, io);
    return delivery.status === "delivered" ? exitCodes.done : exitCodes.failed;
  },
};

/** `latchkey workspaces integrations webhook-deliveries`. */
export const listWebhookDeliveries: Command = {
  usage: "ID [flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 1,
  note: "The newest first, of the last seven days.",
  examples: ["latchkey workspaces integrations webhook-deliveries $INTEGRATION"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const latchkey = connectAdmin(args, io);
    const deliveries = await collect(args, (page) =>
      latchkey.call("listWebhookDeliveries", { id, ...page }),
    );
    showList(
      deliveries,
      { view: deliveryView, empty: "There were no webhooks in the last seven days." },
      args,
      io,
    );
    return exitCodes.done;
  },
};

/** `latchkey workspaces integrations rotate-webhook-secret`. */
export const rotateWebhookSecret: Command = {
  usage: "ID [flags]",
  options: {
    overlap: {
      type: "text",
      default: "24h",
      summary: "How long webhooks are signed with the previous secret as well.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "After a leak, use --overlap 0.",
  examples: ["latchkey workspaces integrations rotate-webhook-secret $INTEGRATION --overlap 1h"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const body = { overlap: Math.round(durationOf(args, "overlap") / 1000) };
    const integration = await connectAdmin(args, io).rotateWebhookSecret({ id, body });
    showOne(integration, integrationPage, args, io);
    warnAboutWebhookSecret(integration, args, io);
    return exitCodes.done;
  },
};
