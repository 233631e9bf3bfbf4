import { mergePages, type Page } from "../../telemetry/merge-pages.ts";
import type { WorkerHandle } from "./spawn.ts";
import type { ToPrimary } from "./messages.ts";

/** Merges the metrics of all workers in the primary. */
export interface MetricsAggregation {
  /** Queries every worker and sends the merged page to the one that needs it. */
  merge(requester: WorkerHandle, request: number): Promise<void>;
  /** Receives the metrics of a worker. */
  receive(number: number, message: Extract<ToPrimary, { kind: "metrics" }>): void;
  /** Keeps the counters of a worker that exited: Prometheus would read a falling counter as a restart. */
  reap(number: number): void;
}

/** If a worker takes longer, its latest page is used. */
const TIMEOUT_MS = 1_000;

/** `own` renders the metrics of the primary. */
export function createMetricsAggregation(
  workers: () => readonly WorkerHandle[],
  own: () => string,
): MetricsAggregation {
  const latest = new Map<number, string>();
  const waiting = new Map<string, () => void>();
  let exited = "";
  let requests = 0;

  const query = async (worker: WorkerHandle, request: number): Promise<void> => {
    const name = `${request} ${worker.number}`;
    const { promise: received, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, TIMEOUT_MS);
    waiting.set(name, resolve);
    worker.send({ kind: "show_metrics", request });
    await Promise.race([received, worker.exited]);
    clearTimeout(timer);
    waiting.delete(name);
  };

  const page = (): string => {
    const byNumber = [...latest].toSorted(([one], [other]) => one - other);
    const pages: Page[] = [
      ...byNumber.map(([number, text]) => ({ worker: String(number), text })),
      { worker: "primary", text: own() },
      { worker: undefined, text: exited },
    ];
    return mergePages(pages);
  };

  return {
    async merge(requester, request) {
      requests += 1;
      const number = requests;
      await Promise.all(workers().map((worker) => query(worker, number)));
      requester.send({ kind: "all_metrics", request, page: page() });
    },
    receive(number, message) {
      latest.set(number, message.page);
      if (message.request !== undefined) waiting.get(`${message.request} ${number}`)?.();
    },
    reap(number) {
      const text = latest.get(number) ?? "";
      exited = mergePages([exited, text].map((each) => ({ worker: undefined, text: each })));
      latest.delete(number);
    },
  };
}
