import { diag, type DiagLogger, type TextMapPropagator } from "@opentelemetry/api";
import {
  CompositePropagator,
  diagLogLevelFromString,
  getStringFromEnv,
  getStringListFromEnv,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import type { Log, Tracing, TracingOptions } from "@latchkey/server";
import { batchSpans, interceptPartialSuccess } from "./span-batches.ts";
import { createTracer } from "./tracer.ts";

const LAST_EXPORT_MS = 2_000;

/**
 * Sets up OpenTelemetry's SDK from its variables in the environment, which the SDK reads by itself, and from our settings,
 * which have the names of four of them and may come from the settings file too.
 */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { log, sampling_ratio, version } = options;
  setDiagnosticLogger(log);
  const batches = await createProcessors(options);
  const sampler =
    getStringFromEnv("OTEL_TRACES_SAMPLER") === undefined
      ? { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampling_ratio) }) }
      : {}; // The SDK reads the variable, and OTEL_TRACES_SAMPLER_ARG with it.
  const provider = new BasicTracerProvider({
    resource: describeServer(options),
    spanProcessors: batches.processors,
    ...sampler,
  });
  const propagator = await createPropagator(log);
  return {
    ...createTracer(provider.getTracer("latchkey", version), propagator),
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LAST_EXPORT_MS);
      // A failed export was logged and counted when it failed.
      await Promise.race([provider.shutdown().catch(() => {}), promise]);
      clearTimeout(timer);
      batches.abandon();
    },
  };
}

/** `OTEL_TRACES_EXPORTER`: `otlp` unless it says otherwise. */
async function createProcessors(
  options: TracingOptions,
): Promise<{ readonly processors: SpanProcessor[]; readonly abandon: () => void }> {
  const { log, spans } = options;
  const named = getStringListFromEnv("OTEL_TRACES_EXPORTER") ?? [];
  const processors: SpanProcessor[] = [];
  const abandons: (() => void)[] = [];
  for (const name of new Set(named.length === 0 ? ["otlp"] : named)) {
    if (name === "otlp") {
      const batches = batchSpans(await createOtlpExporter(options), { log, spans });
      processors.push(batches.processor);
      abandons.push(batches.abandon);
    } else if (name === "console") {
      processors.push(new SimpleSpanProcessor(new ConsoleSpanExporter()));
    } else if (name !== "none") {
      ignore(log, "OTEL_TRACES_EXPORTER", name, "otlp, console or none");
    }
  }
  return { processors, abandon: () => abandons.forEach((abandon) => abandon()) };
}

/**
 * `OTEL_EXPORTER_OTLP_*` are read by the exporter. What it is given here comes before them, so our settings, which are those
 * of all signals, are given only where no variable of this signal (`OTEL_EXPORTER_OTLP_TRACES_*`) is set.
 */
async function createOtlpExporter({
  endpoint,
  headers,
  log,
}: TracingOptions): Promise<SpanExporter> {
  const hasOwn = (name: string): boolean =>
    getStringFromEnv(`OTEL_EXPORTER_OTLP_TRACES_${name}`) !== undefined;
  const config = {
    ...(endpoint !== undefined &&
      !hasOwn("ENDPOINT") && { url: `${endpoint.replace(/\/+$/, "")}/v1/traces` }),
    ...(!hasOwn("HEADERS") && { headers: { ...headers } }),
  };
  const protocol =
    getStringFromEnv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ??
    getStringFromEnv("OTEL_EXPORTER_OTLP_PROTOCOL") ??
    "http/protobuf";
  if (protocol === "http/json") {
    const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
    return new OTLPTraceExporter(config);
  }
  if (protocol !== "http/protobuf") {
    ignore(log, "OTEL_EXPORTER_OTLP_PROTOCOL", protocol, "http/protobuf or http/json");
  }
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(config);
}

/** `OTEL_PROPAGATORS`: which headers carry a trace, in and out. */
async function createPropagator(log: Log): Promise<TextMapPropagator> {
  const names = getStringListFromEnv("OTEL_PROPAGATORS") ?? [];
  const propagators: TextMapPropagator[] = [];
  for (const name of new Set(names.length === 0 ? ["tracecontext", "baggage"] : names)) {
    if (name === "tracecontext") propagators.push(new W3CTraceContextPropagator());
    else if (name === "baggage") propagators.push(new W3CBaggagePropagator());
    else if (name === "b3" || name === "b3multi") propagators.push(await createB3(name));
    else if (name !== "none") {
      ignore(log, "OTEL_PROPAGATORS", name, "tracecontext, baggage, b3, b3multi or none");
    }
  }
  return new CompositePropagator({ propagators });
}

async function createB3(name: "b3" | "b3multi"): Promise<TextMapPropagator> {
  const { B3InjectEncoding, B3Propagator } = await import("@opentelemetry/propagator-b3");
  const { MULTI_HEADER, SINGLE_HEADER } = B3InjectEncoding;
  return new B3Propagator({ injectEncoding: name === "b3" ? SINGLE_HEADER : MULTI_HEADER });
}

const DEFAULT_SERVICE_NAME = "latchkey";

/**
 * The resource of all spans. `OTEL_RESOURCE_ATTRIBUTES` adds to ours, and its `service.name` gives way to
 * `tracing.service_name` (`OTEL_SERVICE_NAME`). Of the detectors that `OTEL_NODE_RESOURCE_DETECTORS` may name, only `env` is
 * on by default: that of the process would send the command line.
 */
function describeServer(options: TracingOptions): Resource {
  const { service_name, deployment_environment, version, instance_id } = options;
  const named = getStringListFromEnv("OTEL_NODE_RESOURCE_DETECTORS") ?? ["env"];
  const detectors = Object.entries({
    env: envDetector,
    host: hostDetector,
    os: osDetector,
    process: processDetector,
  }).filter(([name]) => named.includes(name) || named.includes("all"));
  return defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": DEFAULT_SERVICE_NAME,
        "service.version": version,
        "service.instance.id": instance_id,
      }),
    )
    .merge(detectResources({ detectors: detectors.map(([, detector]) => detector) }))
    .merge(
      resourceFromAttributes({
        ...(service_name === DEFAULT_SERVICE_NAME ? {} : { "service.name": service_name }),
        ...(deployment_environment && { "deployment.environment.name": deployment_environment }),
      }),
    );
}

/** The SDK's own messages: into our log from `OTEL_LOG_LEVEL` on, and nowhere where that is not set. */
function setDiagnosticLogger(log: Log): void {
  const level = diagLogLevelFromString(getStringFromEnv("OTEL_LOG_LEVEL"));
  const write =
    (severity: "error" | "warn" | "info" | "debug"): DiagLogger["error"] =>
    (message, ...details) =>
      log[severity]("opentelemetry", { message, details: details.map(String).join(" ") });
  interceptPartialSuccess(diag, level, {
    error: write("error"),
    warn: write("warn"),
    info: write("info"),
    debug: write("debug"),
    verbose: write("debug"),
  });
}

/** The specification: a value that is not known is warned of and otherwise ignored. */
function ignore(log: Log, variable: string, value: string, known: string): void {
  log.warn("OpenTelemetry setting ignored", { variable, value, known });
}
