import type { Counter, Metrics } from "@latchkey/server/feature/endpoints";

export interface WorkspaceMetrics {
  readonly webhook_deliveries: Readonly<Record<"delivered" | "retry" | "given_up", Counter>>;
}

export function createWorkspaceMetrics(metrics: Metrics): WorkspaceMetrics {
  const family = metrics.counter(
    "latchkey_webhook_deliveries_total",
    "Attempts to send a webhook to an integration: delivered, failed and to be sent again, or given up.",
    ["outcome"],
  );
  return {
    webhook_deliveries: {
      delivered: family.with({ outcome: "delivered" }),
      retry: family.with({ outcome: "failed" }),
      given_up: family.with({ outcome: "given_up" }),
    },
  };
}
