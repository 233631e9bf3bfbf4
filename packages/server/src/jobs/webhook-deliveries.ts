import { deliverWebhook } from "../api/workspace/deliver-webhook.ts";
import type { Context } from "../context/context.ts";
import { startDeliveries } from "./deliveries.ts";
import type { Job } from "./repeat.ts";

/** Sends webhooks from the outbox to integrations, until they are accepted or given up. */
export function startWebhookDeliveries(context: Context): Job {
  return startDeliveries(
    "webhook-deliveries",
    context.store.webhook_deliveries,
    (delivery) => deliverWebhook(delivery, context),
    context,
    async ({ webhook }) => webhook?.url,
  );
}
