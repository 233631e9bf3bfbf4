import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** A metric of the process, computed when it is scraped. */
export interface ProcessMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly read: () => number;
}

/** What every Prometheus client reports of its process. The lag is that since it was last read. */
export function processMetrics(now: () => number): readonly ProcessMetric[] {
  const startedAt = now() - process.uptime();
  const lag = createLag();
  const maxFiles = readMaxFiles();
  return [
    {
      name: "process_cpu_seconds_total",
      type: "counter",
      help: "User and system CPU time spent, in seconds.",
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    {
      name: "process_resident_memory_bytes",
      type: "gauge",
      help: "Resident memory, in bytes.",
      read: () => process.memoryUsage.rss(),
    },
    {
      name: "process_open_fds",
      type: "gauge",
      help: "Open file descriptors; NaN where the system does not tell.",
      read: countOpenFiles,
    },
    {
      name: "process_max_fds",
      type: "gauge",
      help: "The most file descriptors that the process may open; NaN where the system does not tell.",
      read: () => maxFiles,
    },
    {
      name: "process_start_time_seconds",
      type: "gauge",
      help: "When the process started, in unix seconds.",
      read: () => startedAt,
    },
    {
      name: "nodejs_heap_used_bytes",
      type: "gauge",
      help: "JavaScript heap in use, in bytes.",
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: "nodejs_eventloop_lag_p50_seconds",
      type: "gauge",
      help: "The median lag of the event loop since the last reading, in seconds.",
      read: () => lag.seconds(50),
    },
    {
      name: "nodejs_eventloop_lag_p99_seconds",
      type: "gauge",
      help: "The 99th percentile of the event loop's lag since the last reading, in seconds.",
      read: () => {
        const seconds = lag.seconds(99);
        lag.reset();
        return seconds;
      },
    },
  ];
}

/** Linux lists them as files; the one that lists them is not counted. */
function countOpenFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return Number.NaN;
  }
}

function readMaxFiles(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === "unlimited" ? Infinity : Number(soft);
  } catch {
    return Number.NaN;
  }
}

const RESOLUTION_MS = 10;

function createLag(): { seconds(percentile: number): number; reset(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    // What is measured is the time between two ticks of a timer, so the timer's own pace is taken off.
    seconds: (percentile) => Math.max(0, delay.percentile(percentile) / 1e9 - RESOLUTION_MS / 1000),
    reset: () => delay.reset(),
  };
}
