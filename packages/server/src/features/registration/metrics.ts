import type { Counter, Metrics } from "../../telemetry/metrics.ts";

/** Labels are bound once, so that counting is one addition. */
export interface RegistrationMetrics {
  /** By what became of them. */
  readonly documents: Readonly<Record<"accepted" | "invalid" | "not_fetched", Counter>>;
  /** How many clients are stored that no operator registered, as last counted. */
  readonly strangers: { count: number };
}

export function defineRegistrationMetrics(metrics: Metrics): RegistrationMetrics {
  const documents = metrics.counter(
    "latchkey_client_documents_total",
    "Client ID metadata documents: accepted, invalid, or not fetched because of the network, the address or the response.",
    ["outcome"],
  );
  const strangers = { count: 0 };
  metrics.gauge(
    "latchkey_stranger_clients",
    "Stored clients that no operator registered, counted every minute and as far as limits.strangers.clients.",
    () => strangers.count,
  );
  return {
    documents: {
      accepted: documents.with({ outcome: "accepted" }),
      invalid: documents.with({ outcome: "invalid" }),
      not_fetched: documents.with({ outcome: "not_fetched" }),
    },
    strangers,
  };
}
