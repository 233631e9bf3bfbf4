import { median, slope } from "../statistics.ts";
import { alignColumns, readable } from "./columns.ts";

/** What a server held after so many requests. */
export interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

/** What the system had given it, and how much of that V8 held for its heap. */
export interface Resident extends Sample {
  readonly heap_bytes: number;
}

/** What was seen of a server. */
export interface Soak {
  /** After every turn. */
  readonly resident: readonly Resident[];
  /** What was in use of its heap after a collection, early and late. */
  readonly heap: readonly [early: Sample, late: Sample];
}

/** Whether one kind of memory keeps growing. */
export interface SoakVerdict {
  /** What is usual. */
  readonly bytes: number;
  readonly bytes_per_request: number;
  /** What that adds while it is judged, as a share of what is usual. */
  readonly growth: number;
  readonly steady: boolean;
}

/** Caches fill and code is compiled in the first third; what happens after that goes on. */
export const WARM_UP = 1 / 3;
const MOST_GROWTH = 0.05;
/** What a heap gives back the system takes back later: what counts is the least of so many samples in a row. */
const WINDOW = 8;

/**
 * Judges everything but the heap, by its slope after the warm-up: a server that leaks grows with every request, one that does
 * not stays. The heap is left out since it grows by several times what lives in it, for most of a minute, until V8 collects it.
 */
export function judgeRest(samples: readonly Resident[]): SoakVerdict {
  const total = samples.at(-1)?.requests ?? 0;
  const rest = samples
    .filter(({ requests }) => requests >= total * WARM_UP)
    .map(({ requests, bytes, heap_bytes }) => ({ requests, bytes: bytes - heap_bytes }));
  const [first] = rest;
  if (first === undefined || rest.length < 3) throw new Error("Too few samples to judge by.");
  const least = leastOfEach(rest).map(({ requests, bytes }) => [requests, bytes] as const);
  return verdictOf(median(rest.map(({ bytes }) => bytes)), slope(least), total - first.requests);
}

/** A collected heap holds what is needed and nothing else: two looks at it tell. */
export function judgeHeap([early, late]: Soak["heap"]): SoakVerdict {
  const requests = late.requests - early.requests;
  return verdictOf(early.bytes, (late.bytes - early.bytes) / requests, requests);
}

function verdictOf(bytes: number, bytes_per_request: number, requests: number): SoakVerdict {
  const growth = (bytes_per_request * requests) / bytes;
  return { bytes, bytes_per_request, growth, steady: growth <= MOST_GROWTH };
}

/** The least sample of each window that lies wholly within. */
function leastOfEach(samples: readonly Sample[]): Sample[] {
  const size = Math.min(WINDOW, Math.floor(samples.length / 3));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) =>
    samples
      .slice(index * size, (index + 1) * size)
      .reduce((least, sample) => (sample.bytes < least.bytes ? sample : least)),
  );
}

/** Some of the samples below one another, then what they mean. */
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
    sentenceOf("outside the heap", judgeRest(resident), "after the warm-up"),
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
  return `${steady ? "✓" : "✗"} ${name}: ${readable(bytes / 1e6)} MB, grown by ${grown}, promised ≤ ${MOST_GROWTH * 100} %\n`;
}
