import type { Log } from "./log.ts";
import type { ServerMetrics } from "./server-metrics.ts";
import type { Tracer } from "./tracer.ts";

/** The settings under `tracing`, and what a trace says of this server. */
export interface TracingOptions {
  /** The collector, without `/v1/traces`. */
  readonly endpoint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly service_name: string;
  readonly deployment_environment?: string | undefined;
  readonly sampling_ratio: number;
  readonly version: string;
  readonly instance_id: string;
  readonly log: Log;
  readonly spans: ServerMetrics["spans"];
}

/** A tracer, and what it adds to requests of this server to others. */
export interface PropagatingTracer extends Tracer {
  /** The headers that name the active span to the server that is called; none outside of a span. */
  readonly outgoingHeaders: () => Readonly<Record<string, string>>;
}

/** A tracer and its way to the collector. */
export interface Tracing extends PropagatingTracer {
  /** Sends the spans that are left, for two seconds at most. */
  close(): Promise<void>;
}

/** What `@latchkey/opentelemetry` exports. */
export interface OpenTelemetry {
  readonly openTracing: (options: TracingOptions) => Promise<Tracing>;
}

/**
 * Whether spans are to be recorded at all, by the setting `tracing.otlp_endpoint` and by OpenTelemetry's own variables
 * (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). The default exporter is `otlp`, but only where
 * an endpoint is named: an unconfigured server must not send anything to localhost:4318.
 */
export function isTracingConfigured(
  endpoint: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true") return false;
  const exporters = env["OTEL_TRACES_EXPORTER"]?.trim() ?? "";
  if (exporters !== "") return exporters !== "none";
  return endpoint !== undefined || (env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? "") !== "";
}

/**
 * Loads the package with OpenTelemetry's SDK, which an application that embeds the server installs only if it wants traces.
 * `load` is replaced by tests.
 */
export async function loadOpenTelemetry(
  load: () => Promise<OpenTelemetry> = () => import("@latchkey/opentelemetry"),
): Promise<OpenTelemetry> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(
      "Traces are configured (tracing.otlp_endpoint or a variable OTEL_*), but the package that sends them is not installed: install @latchkey/opentelemetry beside @latchkey/server",
      { cause: error },
    );
  }
}

/** Whether the package itself was not found, rather than one that it depends on. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes("'@latchkey/opentelemetry'")
  );
}
