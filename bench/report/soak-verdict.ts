import { median, slope } from "../statistics.ts";
import { alignColumns, readable } from "./columns.ts";

/** What was seen of a server after so many requests. */
export interface SoakSample {
  readonly requests: number;
  readonly resident_bytes: number;
  readonly heap_bytes: number;
}

/** Whether one kind of memory keeps growing. */
export interface SoakVerdict {
  /** What it is about half of the time, once the server is warm. */
  readonly median_bytes: number;
  readonly bytes_per_request: number;
  /** What the slope adds from the end of the warm-up to the end, as a share of the median. */
  readonly growth: number;
  readonly steady: boolean;
}

/** Caches fill and code is compiled in the first third; what happens after that goes on. */
const WARM_UP = 1 / 3;
const MOST_GROWTH = 0.05;
/** Between two collections a heap may double: what counts is the least of so many samples in a row. */
const WINDOW = 8;

/** Judges by the slope after the warm-up: a server that leaks grows with every request, one that does not stays. */
export function judgeSoak(
  samples: readonly SoakSample[],
  of: "resident_bytes" | "heap_bytes",
): SoakVerdict {
  const total = samples.at(-1)?.requests ?? 0;
  const warm = samples.filter(({ requests }) => requests >= total * WARM_UP);
  if (warm.length < 3) throw new Error("Too few samples to judge by.");
  const least = leastOfEach(warm.map((sample) => [sample.requests, sample[of]] as const));
  const median_bytes = median(warm.map((sample) => sample[of]));
  const bytes_per_request = slope(least);
  const growth = (bytes_per_request * (total - (warm[0]?.requests ?? 0))) / median_bytes;
  return { median_bytes, bytes_per_request, growth, steady: growth <= MOST_GROWTH };
}

type Point = readonly [requests: number, bytes: number];

/** The least point of each window that lies wholly within. */
function leastOfEach(points: readonly Point[]): Point[] {
  const size = Math.min(WINDOW, Math.floor(points.length / 3));
  return Array.from({ length: Math.floor(points.length / size) }, (_, index) =>
    points
      .slice(index * size, (index + 1) * size)
      .reduce((least, point) => (point[1] < least[1] ? point : least)),
  );
}

/** Some of the samples below one another, then what they mean. */
export function renderSoak(samples: readonly SoakSample[], shown = 12): string {
  const step = Math.max(1, Math.ceil(samples.length / shown));
  const rows = samples
    .filter((_, index) => index % step === 0 || index === samples.length - 1)
    .map(({ requests, resident_bytes, heap_bytes }) => [
      requests.toLocaleString("en"),
      readable(resident_bytes / 1e6),
      readable(heap_bytes / 1e6),
    ]);
  const table = alignColumns([["requests", "resident, MB", "heap, MB"], ...rows]);
  const sentence = (name: string, of: "resident_bytes" | "heap_bytes"): string => {
    const { steady, growth, bytes_per_request, median_bytes } = judgeSoak(samples, of);
    const grown = `${(growth * 100).toFixed(1)} % after the warm-up (${bytes_per_request.toFixed(2)} bytes a request)`;
    return `${steady ? "✓" : "✗"} ${name}: ${readable(median_bytes / 1e6)} MB, grown by ${grown}, promised ≤ ${MOST_GROWTH * 100} %\n`;
  };
  return table + sentence("resident memory", "resident_bytes") + sentence("heap", "heap_bytes");
}
