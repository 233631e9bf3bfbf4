import {
  context,
  createContextKey,
  type DiagAPI,
  DiagLogLevel,
  type DiagLogger,
} from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, getNumberFromEnv } from "@opentelemetry/core";
import {
  BatchSpanProcessor,
  type BufferConfig,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { Log, TracingOptions } from "@latchkey/server";

/** A batch processor whose spans are counted: delivered or dropped, each exactly once. */
export interface SpanBatches {
  readonly processor: SpanProcessor;
  /** Counts spans that are still on their way as dropped: the server stops and waits for them no longer. */
  readonly abandon: () => void;
}

const DEFAULT_QUEUE_SIZE = 2_048;

/**
 * Exports spans in batches by the variables `OTEL_BSP_*`. OpenTelemetry's processor does not report a span that it drops
 * because its queue is full, so the queue is counted here by the same limit.
 */
export function batchSpans(
  exporter: SpanExporter,
  { log, spans, ...config }: { log: Log; spans: TracingOptions["spans"] } & BufferConfig,
): SpanBatches {
  const maxQueueSize =
    config.maxQueueSize ?? getNumberFromEnv("OTEL_BSP_MAX_QUEUE_SIZE") ?? DEFAULT_QUEUE_SIZE;
  let queued = 0;
  let unsettled = 0;
  let isFailing = false;
  const settle = ({ code, error }: ExportResult, count: number, rejected: number): void => {
    const taken = Math.min(count, unsettled); // Fewer where the server no longer waits for them.
    unsettled -= taken;
    if (code === ExportResultCode.SUCCESS) {
      isFailing = false;
      spans.delivered.add(taken - rejected);
      spans.dropped.add(rejected);
      return;
    }
    spans.dropped.add(taken);
    if (!isFailing) log.warn("traces not delivered", { reason: reasonOf(error) });
    isFailing = true; // One line until an export succeeds again.
  };
  const batches = new BatchSpanProcessor(
    {
      export(batch, done) {
        queued -= batch.length;
        let rejected = 0;
        const reject: Reject = (count) => (rejected = Math.min(count, batch.length));
        context.with(context.active().setValue(REJECT, reject), () =>
          exporter.export(batch, (result) => {
            settle(result, batch.length, rejected);
            done(result);
          }),
        );
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
    { ...config, maxQueueSize },
  );
  return {
    processor: {
      onStart: (span, parent) => batches.onStart(span, parent),
      onEnd(span) {
        if (queued >= maxQueueSize) return spans.dropped.add();
        queued += 1;
        unsettled += 1;
        batches.onEnd(span);
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    },
    abandon() {
      spans.dropped.add(unsettled);
      unsettled = 0;
    },
  };
}

/** Why an export failed, in words that hold nothing the collector said: its response may quote the API key. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  if (typeof code === "string") return "unreachable";
  if (error?.message === "Request timed out") return "timed out";
  return "unavailable"; // 429, 502, 503 or 504 until the time for retries was over
}

type Reject = (count: number) => void;
const REJECT = createContextKey("counts the spans that a collector rejected");

/**
 * OTLP §Partial success: a collector may take a batch but for some spans. The exporter reports that only in the SDK's
 * diagnostic log, so the count is read there, in the asynchronous context of the export. All other messages, and this one
 * too, go to `logger` from `level` on.
 */
export function interceptPartialSuccess(
  diag: DiagAPI,
  level: DiagLogLevel | undefined,
  logger: DiagLogger,
): void {
  const from =
    (severity: DiagLogLevel, write: DiagLogger["warn"]): DiagLogger["warn"] =>
    (message, ...details) => {
      if (level !== undefined && severity <= level) write(message, ...details);
    };
  const warn = from(DiagLogLevel.WARN, (...words) => logger.warn(...words));
  diag.setLogger(
    {
      error: from(DiagLogLevel.ERROR, (...words) => logger.error(...words)),
      warn(message, ...details) {
        warn(message, ...details);
        const [, count] = /"rejectedSpans":"?(\d+)/.exec(details.map(String).join()) ?? [];
        const reject = context.active().getValue(REJECT);
        if (count !== undefined && isReject(reject)) reject(Number(count));
      },
      info: from(DiagLogLevel.INFO, (...words) => logger.info(...words)),
      debug: from(DiagLogLevel.DEBUG, (...words) => logger.debug(...words)),
      verbose: from(DiagLogLevel.VERBOSE, (...words) => logger.verbose(...words)),
    },
    {
      logLevel: Math.max(level ?? DiagLogLevel.NONE, DiagLogLevel.WARN),
      suppressOverrideMessage: true,
    },
  );
}

function isReject(value: unknown): value is Reject {
  return typeof value === "function";
}
