import type { Command } from "../../arguments/command.ts";
import { argumentAt } from "../../arguments/flags.ts";
import { connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { showOne } from "../../output/format.ts";
import {
  deliveriesCommand,
  rotationIn,
  rotationOptions,
  testCommand,
} from "../webhook-commands.ts";
import { warnAboutWebhookSecret } from "./integrations.ts";
import { deliveryView, integrationPage } from "./views.ts";

const WHICH = "Missing argument: the integration ID.";

/** `latchkey workspaces integrations webhook-test`. */
export const testWebhook = testCommand(
  {
    which: WHICH,
    note: "The webhook is sent once. The exit code is 1 if it was not accepted.",
    examples: ["latchkey workspaces integrations webhook-test $INTEGRATION"],
  },
  deliveryView,
  (latchkey, id) => latchkey.testWebhook({ id }),
);

/** `latchkey workspaces integrations webhook-deliveries`. */
export const listWebhookDeliveries = deliveriesCommand(
  {
    which: WHICH,
    empty: "There were no webhooks in the last seven days.",
    examples: ["latchkey workspaces integrations webhook-deliveries $INTEGRATION"],
  },
  deliveryView,
  (latchkey, id) => (page) => latchkey.call("listWebhookDeliveries", { id, ...page }),
);

/** `latchkey workspaces integrations rotate-webhook-secret`. */
export const rotateWebhookSecret: Command = {
  usage: "ID [flags]",
  options: rotationOptions,
  max_arguments: 1,
  note: "After a leak, use --overlap 0.",
  examples: ["latchkey workspaces integrations rotate-webhook-secret $INTEGRATION --overlap 1h"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const body = rotationIn(args);
    const integration = await connectAdmin(args, io).rotateWebhookSecret({ id, body });
    showOne(integration, integrationPage, args, io);
    warnAboutWebhookSecret(integration, args, io);
    return exitCodes.done;
  },
};
