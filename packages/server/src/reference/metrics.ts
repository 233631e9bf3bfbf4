import type { LoadedFeature } from "../feature/load-features.ts";
import { createServerMetrics } from "../telemetry/server-metrics.ts";
import { createReloadMetrics } from "../telemetry/reload-metrics.ts";
import { createMetrics, type MetricDescription } from "../telemetry/metrics.ts";

/** All metrics of a server with these features. */
export function describeMetrics(features: readonly LoadedFeature[]): readonly MetricDescription[] {
  const metrics = createMetrics();
  createServerMetrics(metrics);
  createReloadMetrics(metrics, () => 0);
  for (const feature of features) feature.defineMetrics?.(metrics);
  return metrics.descriptions();
}

/** The reference page of the metrics in Markdown: docs/metrics.md, which a test compares with it. */
export function renderMetricsReference(features: readonly LoadedFeature[]): string {
  const [own, process] = [true, false].map((isOwn) =>
    describeMetrics(features)
      .filter(({ name }) => name.startsWith("latchkey_") === isOwn)
      .map(row)
      .join(""),
  );
  return `${introduction}\n${heading}${own}\n## The process\n\n${heading}${process}`;
}

const introduction = `# Metrics

\`GET /metrics/prometheus\` on the admin listener (or \`/metrics/exporter\`), in the Prometheus text format.
Where the admin listener has API keys, the scraper needs one with the scope \`read\`. The metrics are those of one process:
add them up over all servers.

A histogram \`x\` has the series \`x_bucket\`, \`x_sum\` and \`x_count\`. [deploy/monitoring](../deploy/monitoring) has a dashboard
and alerts; [alerts.md](alerts.md) says what to do about each.

## The server
`;

const heading = `| Metric | Type | Labels | Means |\n| --- | --- | --- | --- |\n`;

function row({ name, type, labels, help }: MetricDescription): string {
  return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |\n`;
}
