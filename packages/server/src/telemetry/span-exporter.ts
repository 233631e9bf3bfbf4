import { setTimeout as pauseFor } from "node:timers/promises";
import type { ServerMetrics } from "./server-metrics.ts";
import type { Log } from "./log.ts";
import { renderSpans, type Source } from "./otlp.ts";
import type { Span } from "./span.ts";

/** Takes spans to a collector, in batches and in its own time. It never throws and never makes anybody wait. */
export interface SpanExporter {
  readonly add: (span: Span) => void;
  /** Sends what is left, once, and resolves soon. */
  readonly close: () => Promise<void>;
}

/** Where spans go, and how much is kept for how long. */
export interface SpanExporterOptions extends Source {
  /** The collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly spans: ServerMetrics["spans"];
  readonly batch_size?: number;
  /** How many may wait; the next are dropped. */
  readonly waiting_max?: number;
  readonly interval_ms?: number;
  readonly timeout_ms?: number;
  /** Lets a moment pass; one that is cut short resolves. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ATTEMPTS = 5;
const LAST_TIMEOUT_MS = 2_000;

/** Starts an exporter. Nothing is sent, and no timer runs, until there is a span. */
export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { spans, batch_size = 512, waiting_max = 2_048, interval_ms = 5_000 } = options;
  const closing = new AbortController();
  const deliver = createDelivery(options, closing.signal);
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = await deliver(waiting.splice(0, batch_size));
      if (!taken && closing.signal.aborted) spans.dropped.add(waiting.splice(0).length);
    }
    draining = undefined;
  };
  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) draining ??= drain();
  };
  const schedule = (): void => {
    if (waiting.length >= batch_size) start();
    else timer ??= setTimeout(start, interval_ms).unref();
  };

  return {
    add(span) {
      if (waiting.length >= waiting_max) return spans.dropped.add();
      waiting.push(span);
      if (draining === undefined) schedule();
    },
    async close() {
      closing.abort();
      start();
      await draining;
    },
  };
}

/** Sends a batch until it is taken or not worth another attempt, and counts what became of it. */
function createDelivery(options: SpanExporterOptions, closing: AbortSignal) {
  const { log, spans, timeout_ms = 10_000, pause = pauseUntil } = options;
  let failing = false;

  return async (batch: readonly Span[]): Promise<boolean> => {
    const body = renderSpans(options, batch);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await post(options, body, closing.aborted ? LAST_TIMEOUT_MS : timeout_ms);
      if (outcome.kind === "taken") {
        failing = false;
        spans.delivered.add(batch.length - outcome.rejected);
        spans.dropped.add(outcome.rejected);
        return true;
      }
      if (!failing) log.warn("traces not delivered", { reason: outcome.reason });
      failing = true; // One line is enough until it works again.
      if (outcome.kind === "refused" || attempt === ATTEMPTS || closing.aborted) {
        spans.dropped.add(batch.length);
        return false;
      }
      await pause(outcome.retry_after_ms ?? 1_000 * 2 ** (attempt - 1), closing);
    }
  };
}

type Outcome =
  | { readonly kind: "taken"; readonly rejected: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "later"; readonly reason: string; readonly retry_after_ms?: number };

/** OTLP §HTTP response: which answers mean that another attempt may help. */
const passing = new Set([429, 502, 503, 504]);

async function post(
  { endpoint, headers }: Pick<SpanExporterOptions, "endpoint" | "headers">,
  body: string,
  timeout_ms: number,
): Promise<Outcome> {
  try {
    const response = await fetch(`${endpoint.replace(/\/+$/, "")}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "error", // The headers hold a secret, and it is for nobody else.
      signal: AbortSignal.timeout(timeout_ms),
    });
    const text = await response.text();
    if (response.ok) return { kind: "taken", rejected: rejectedIn(text) };
    const reason = `status ${response.status}`;
    if (!passing.has(response.status)) return { kind: "refused", reason };
    const seconds = Number(response.headers.get("retry-after") ?? "");
    return { kind: "later", reason, ...(seconds > 0 && { retry_after_ms: seconds * 1_000 }) };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { kind: "later", reason: timedOut ? "timed out" : "unreachable" };
  }
}

/** OTLP §Partial success: how many spans the collector would not have. */
function rejectedIn(text: string): number {
  const [, count = "0"] = /"rejectedSpans"\s*:\s*"?(\d+)/.exec(text) ?? [];
  return Number(count);
}

async function pauseUntil(ms: number, signal: AbortSignal): Promise<void> {
  await pauseFor(Math.min(ms, 60_000), undefined, { signal, ref: false }).catch(() => {});
}
