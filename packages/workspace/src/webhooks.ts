import {
  generateWebhookSecret,
  json,
  noStore,
  pageHeaders,
  readOptionalJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import { LISTED_FOR, type OAuthError, tooManySecrets } from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { mintFlowId } from "@latchkey/server/feature/store";
import { describeIntegration } from "./rules/integration-input.ts";
import type { IntegrationRecord } from "./rules/records.ts";
import { describeDelivery } from "./rules/webhooks/delivery.ts";
import { integrationBody } from "./rules/webhooks/event.ts";
import {
  hasNewestSecret,
  readWebhookOverlap,
  rotateWebhookSecrets,
} from "./rules/webhooks/webhook.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { notFound } from "./admin-errors.ts";

const NOUN = "integration";

/** POST /workspace/integrations/{id}/webhook/secrets: webhooks are signed with both secrets for the overlap. */
export const rotateWebhookSecret: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const overlap = readWebhookOverlap(body.value);
  if (!overlap.ok) return refuse(overlap.error, request, context);
  const {
    workspace: { store },
    now,
  } = context;
  const webhook_secret = generateWebhookSecret();
  const times = { overlap: overlap.value, now: now() };
  const changed = await store.integrations.change(request.params["id"] ?? "", (was) =>
    rotateWebhookSecrets(was, webhook_secret, times),
  );
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  if (changed.webhook === null) return refuse(webhookless, request, context);
  if (!hasNewestSecret(changed, webhook_secret)) return refuse(tooManySecrets, request, context);
  return json(201, describeIntegration(changed, { webhook_secret }), noStore);
};

/** POST /workspace/integrations/{id}/webhook/test: sends a webhook now, and only once. */
export const testWebhook: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const {
    workspace: { store },
    now,
  } = context;
  const integration = await store.integrations.find(request.params["id"] ?? "");
  if (integration === undefined) return refuse(notFound(NOUN), request, context);
  if (integration.webhook === null) return refuse(webhookless, request, context);
  const test = newTest(integration, now());
  await store.webhook_deliveries.add(test);
  const delivered = await deliverWebhook({ ...test, webhook: integration.webhook }, context);
  return json(200, describeDelivery(delivered));
};

/** GET /workspace/integrations/{id}/webhook/deliveries. */
export const listWebhookDeliveries: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const { path, query, params } = request;
  const {
    workspace: { store },
  } = context;
  const integration = await store.integrations.find(params["id"] ?? "");
  if (integration === undefined) return refuse(notFound(NOUN), request, context);
  const page = readPage(query);
  const { items, total } = await store.webhook_deliveries.list(integration.id, page);
  return json(200, items.map(describeDelivery), pageHeaders(path, query, page, total));
};

/** It is not due, so that no job sends it as well. */
function newTest(integration: IntegrationRecord, now: number) {
  const type = "webhook.test";
  return {
    delivery_id: mintFlowId(now * 1000),
    integration_id: integration.id,
    type,
    body: integrationBody(type, integration, now),
    status: "pending",
    attempts: 1,
    created_at: now,
    last_attempt_at: undefined,
    outcome: undefined,
    due_at: undefined,
    expires_at: now + LISTED_FOR,
  } as const;
}

const webhookless: OAuthError = {
  error: "invalid_request",
  error_description: "The integration has no webhook_url. Set one first.",
};
