import {
  type Job,
  explainOutboundRejection,
  startDeliveries,
  webhookHeaders,
} from "@latchkey/server/feature/endpoints";
import {
  type AttemptOutcome,
  describeOutcome,
  judgeAttempt,
  liveSecrets,
  type Verdict,
} from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import type { DueWebhook } from "./store/port.ts";
import type { WebhookDeliveryRecord } from "./rules/records.ts";

/** Sends webhooks from the outbox to integrations, until they are accepted or given up. */
export function startWebhookDeliveries(context: WorkspaceContext): Job {
  return startDeliveries(
    "webhook-deliveries",
    context.workspace.store.webhook_deliveries,
    (delivery) => deliverWebhook(delivery, context),
    context,
    async ({ webhook }) => webhook?.url,
  );
}

/** Sends a webhook once and stores the outcome. The log has neither its URL, which may hold a secret, nor its content. */
export async function deliverWebhook(
  delivery: DueWebhook,
  context: WorkspaceContext,
): Promise<WebhookDeliveryRecord> {
  const { log, now, workspace } = context;
  const { delivery_id, integration_id, type, attempts, created_at } = delivery;
  const is_test = type === "webhook.test";
  const outcome = await attempt(delivery, context);
  const verdict =
    outcome === undefined ? gone : judgeAttempt(outcome, { attempts, created_at, is_test }, now());
  const settled = {
    status: statusAfter[verdict.kind],
    outcome: describe(outcome),
    last_attempt_at: now(),
    due_at: verdict.kind === "retry" ? verdict.due_at : undefined,
  };
  await workspace.store.webhook_deliveries.settle(delivery_id, settled);
  // A test that fails is no webhook that was lost.
  const counted = is_test && verdict.kind === "given_up" ? "retry" : verdict.kind;
  workspace.metrics.webhook_deliveries[counted].add();
  log[verdict.kind === "delivered" ? "info" : "warn"]("webhook", {
    integration_id,
    delivery_id,
    type,
    attempts,
    status: settled.status,
    outcome: settled.outcome,
  });
  return { ...delivery, ...settled };
}

const gone: Verdict = { kind: "given_up" };

const statusAfter = { delivered: "delivered", retry: "pending", given_up: "failed" } as const;

/** Undefined when its integration receives no webhooks any more. */
async function attempt(
  { delivery_id: id, body, webhook }: DueWebhook,
  { now, outbound }: WorkspaceContext,
): Promise<AttemptOutcome | undefined> {
  if (webhook === undefined) return undefined;
  const secrets = liveSecrets(webhook.secrets, now()).map(({ secret }) => secret);
  const headers = webhookHeaders({ id, timestamp: now(), body }, secrets);
  const reply = await outbound.postJson(webhook.url, body, headers, "registered");
  return reply.ok
    ? { status: reply.value.status }
    : { status: undefined, reason: explainOutboundRejection(reply.error) };
}

function describe(outcome: AttemptOutcome | undefined): string {
  return outcome === undefined
    ? "The integration has no webhook_url any more."
    : describeOutcome(outcome);
}
