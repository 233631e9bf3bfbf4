/** What integrations are notified of. */

import type { WebhookType } from "@latchkey/api";
import { timestamp } from "@latchkey/server/feature/rules";
import { describeInstallation } from "../installation-input.ts";
import type { InstallationRecord, IntegrationRecord } from "../records.ts";

/** The part of an integration that webhooks show. */
type Subscriber = Pick<IntegrationRecord, "id" | "client_id" | "capabilities" | "enabled">;

/** The type of the webhook for a change of an installation; undefined when the integration need not know. */
export function installationEvent(
  before: InstallationRecord | undefined,
  after: InstallationRecord,
): WebhookType | undefined {
  const was = before?.status ?? "disconnected";
  switch (after.status) {
    case "disconnected":
      return was === "disconnected" ? undefined : "installation.removed";
    case "dormant":
      return was === "active" ? "installation.suspended" : undefined;
    case "active":
      if (was === "active") return "installation.updated";
      return was === "dormant" ? "installation.resumed" : "installation.created";
  }
}

/** The types of the webhooks for a change of the integration itself, which concerns all its installations. */
export function integrationEvents(
  before: IntegrationRecord,
  after: IntegrationRecord,
): readonly WebhookType[] {
  const toggled = after.enabled ? "integration.resumed" : "integration.suspended";
  return [
    ...(before.capability_revision === after.capability_revision
      ? []
      : (["integration.updated"] as const)),
    ...(before.enabled === after.enabled ? [] : ([toggled] as const)),
  ];
}

/** The body of a webhook about an installation. It has nothing that the integration could not learn with its tokens. */
export function installationBody(
  type: WebhookType,
  installation: InstallationRecord,
  { client_id, capabilities }: Subscriber,
  now: number,
): string {
  return bodyOf(type, now, { ...describeInstallation(installation), client_id, capabilities });
}

/** The body of a webhook about an integration. */
export function integrationBody(
  type: WebhookType,
  { id, client_id, capabilities, enabled }: Subscriber,
  now: number,
): string {
  return bodyOf(type, now, { integration_id: id, client_id, capabilities, enabled });
}

/** Standard Webhooks, "Payload structure": the type, the time at which it happened, and the data. */
function bodyOf(type: WebhookType, now: number, data: object): string {
  return JSON.stringify({ type, timestamp: timestamp(now), data });
}
