/** Where an integration receives webhooks, and the secrets they are signed with. */

import {
  type OAuthError,
  type Result,
  type RotationTimes,
  readSecretOverlap,
  rotateSecrets,
} from "@latchkey/server/feature/rules";
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
  return readSecretOverlap(body);
}

/** The integration with a new secret. As it was where it has no webhook, or too many secrets that are still valid. */
export function rotateWebhookSecrets(
  integration: IntegrationRecord,
  secret: string,
  times: RotationTimes,
): IntegrationRecord {
  const { webhook } = integration;
  if (webhook === null) return integration;
  const secrets = rotateSecrets(webhook.secrets, { secret, expires_at: undefined }, times);
  if (secrets === undefined) return integration;
  return { ...integration, webhook: { ...webhook, secrets }, updated_at: times.now };
}
