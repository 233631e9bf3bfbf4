import type { Metrics } from "../../telemetry/metrics.ts";

/** Counters of attempts, by what they led to. */
export function countAttempts(metrics: Metrics) {
  const family = metrics.counter(
    "latchkey_event_deliveries_total",
    "Events for receivers, by how they travel (webhook, push, poll): delivered, failed and to be sent again, or given up.",
    ["method", "outcome"],
  );
  const of = (method: "webhook" | "push" | "poll") => ({
    delivered: family.with({ method, outcome: "delivered" }),
    retry: family.with({ method, outcome: "failed" }),
    given_up: family.with({ method, outcome: "given_up" }),
  });
  return { webhook: of("webhook"), push: of("push"), poll: of("poll") };
}
