/** Where an integration receives webhooks, and the secrets they are signed with. */

import { webhookSecretRequest } from "@latchkey/api";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { Result } from "../../oauth/result.ts";
import { readOverlap, rotateSecrets } from "../integration-secret.ts";
import type { IntegrationRecord, WebhookRecord } from "../records.ts";

/** The webhook after an update: its secrets stay while there is a URL. */
export function webhookAfter(
  url: string | null | undefined,
  present: WebhookRecord | null | undefined,
): WebhookRecord | null {
  return url === undefined || url === null ? null : { url, secrets: present?.secrets ?? [] };
}

/** The integration with a secret for its webhooks, where it has a URL and no secret yet. */
export function withWebhookSecret(
  integration: IntegrationRecord,
  secret: string,
): IntegrationRecord {
  const { webhook } = integration;
  if (webhook === null || webhook.secrets.length > 0) return integration;
  return { ...integration, webhook: { ...webhook, secrets: [{ secret, expires_at: undefined }] } };
}

/** Whether a secret is the newest of an integration. */
export function hasNewestSecret({ webhook }: IntegrationRecord, secret: string): boolean {
  return webhook?.secrets[0]?.secret === secret;
}

/** For how many seconds webhooks are signed with the previous secret as well; a day by default. */
export function readWebhookOverlap(body: unknown): Result<number, OAuthError> {
  return readOverlap(body, webhookSecretRequest);
}

/** The integration with a new secret, if it has a webhook. */
export function rotateWebhookSecrets(
  integration: IntegrationRecord,
  secret: string,
  times: { readonly overlap: number; readonly now: number },
): IntegrationRecord {
  const { webhook } = integration;
  if (webhook === null) return integration;
  const secrets = rotateSecrets(webhook.secrets, { secret, expires_at: undefined }, times);
  return { ...integration, webhook: { ...webhook, secrets }, updated_at: times.now };
}
