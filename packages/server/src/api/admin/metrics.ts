import type { Endpoint } from "../../context/context.ts";

/** GET /metrics/exporter, in the text exposition format. */
export const prometheus: Endpoint = async (_request, { metrics, peers }) => ({
  status: 200,
  headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  body: await peers.mergeMetrics(metrics.render()),
});
