import { median, slope } from "../statistics.ts";
import { alignColumns, readable } from "./columns.ts";

/** Memory after so many requests. */
export interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

/** Resident memory, and the part of it that V8 reserved for its heap. */
export interface Resident extends Sample {
  readonly heap_bytes: number;
}

/** All samples of a run. */
export interface Soak {
  /** After every slice. */
  readonly resident: readonly Resident[];
  /** Live heap after a forced collection, early and late. */
  readonly heap: readonly [early: Sample, late: Sample];
}

/** Whether one kind of memory keeps growing. */
export interface SoakVerdict {
  /** Median. */
  readonly bytes: number;
  readonly bytes_per_request: number;
  /** Growth over the measured requests, as a share of the median. */
  readonly growth: number;
  readonly steady: boolean;
}

/** Caches fill and code is compiled in the first third. */
export const WARM_UP = 1 / 3;
const MAX_GROWTH = 0.05;
/** The system reclaims freed heap pages late: each window of so many samples counts by its minimum. */
const WINDOW = 8;

/**
 * Judges resident memory outside the heap by its slope after the warm-up. The heap is excluded because it grows to several
 * times its live size between collections.
 */
export function judgeNonHeap(samples: readonly Resident[]): SoakVerdict {
  const total = samples.at(-1)?.requests ?? 0;
  const rest = samples
    .filter(({ requests }) => requests >= total * WARM_UP)
    .map(({ requests, bytes, heap_bytes }) => ({ requests, bytes: bytes - heap_bytes }));
  const [first] = rest;
  if (first === undefined || rest.length < 3)
    throw new Error("Too few samples to evaluateTargets by.");
  const least = leastOfEach(rest).map(({ requests, bytes }) => [requests, bytes] as const);
  return verdictOf(median(rest.map(({ bytes }) => bytes)), slope(least), total - first.requests);
}

/** Compares the heap after two forced collections, which holds only live objects. */
export function judgeHeap([early, late]: Soak["heap"]): SoakVerdict {
  const requests = late.requests - early.requests;
  return verdictOf(early.bytes, (late.bytes - early.bytes) / requests, requests);
}

function verdictOf(bytes: number, bytes_per_request: number, requests: number): SoakVerdict {
  const growth = (bytes_per_request * requests) / bytes;
  return { bytes, bytes_per_request, growth, steady: growth <= MAX_GROWTH };
}

/** The minimum of each complete window. */
function leastOfEach(samples: readonly Sample[]): Sample[] {
  const size = Math.min(WINDOW, Math.floor(samples.length / 3));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) =>
    samples
      .slice(index * size, (index + 1) * size)
      .reduce((least, sample) => (sample.bytes < least.bytes ? sample : least)),
  );
}

/** A table of samples, followed by the verdicts. */
export function renderSoak({ resident, heap }: Soak, shown = 12): string {
  const step = Math.max(1, Math.ceil(resident.length / shown));
  const rows = resident
    .filter((_, index) => index % step === 0 || index === resident.length - 1)
    .map(({ requests, bytes, heap_bytes }) => [
      requests.toLocaleString("en"),
      ...[bytes, heap_bytes].map((each) => readable(each / 1e6)),
    ]);
  return [
    alignColumns([["requests", "resident, MB", "of which V8's heap"], ...rows]),
    sentenceOf("outside the heap", judgeNonHeap(resident), "after the warm-up"),
    sentenceOf(
      "live heap",
      judgeHeap(heap),
      `after ${heap[0].requests.toLocaleString("en")} requests`,
    ),
  ].join("");
}

function sentenceOf(name: string, verdict: SoakVerdict, since: string): string {
  const { steady, growth, bytes_per_request, bytes } = verdict;
  const grown = `${(growth * 100).toFixed(1)} % ${since} (${bytes_per_request.toFixed(2)} bytes a request)`;
  return `${steady ? "✓" : "✗"} ${name}: ${readable(bytes / 1e6)} MB, grown by ${grown}, target ≤ ${MAX_GROWTH * 100} %\n`;
}
