/** W3C Trace Context, the `traceparent` header: which trace a request belongs to. */

/** A trace that somebody else began. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly trace_id: string;
  /** 16 hexadecimal digits. */
  readonly span_id: string;
  /** Whether they record it. */
  readonly sampled: boolean;
}

/** Reads the header; undefined where it is absent or malformed, and then a trace of our own begins (§3.2.4). */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  if (header === undefined) return undefined;
  const [, version, trace_id = "", span_id = "", flags = "", rest = ""] =
    SHAPE.exec(header.trim()) ?? [];
  if (version === undefined || version === "ff") return undefined;
  if (version === "00" && rest !== "") return undefined; // Only a later version may say more.
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return undefined;
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** Whether a trace that begins here is recorded: its id decides, so that others with our ratio decide alike. */
export function isSampled(trace_id: string, ratio: number): boolean {
  return Number.parseInt(trace_id.slice(-13), 16) >= (1 - ratio) * 2 ** 52;
}

const SAMPLED = 1;
const SHAPE = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
