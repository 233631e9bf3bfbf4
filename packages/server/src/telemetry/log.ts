import { type Fields, type Format, jsonFormat, type Level, textFormat } from "./log-format.ts";

/** The log of the server. A line below the level costs one call and one comparison. */
export interface Log {
  error(msg: string, fields?: Fields): void;
  warn(msg: string, fields?: Fields): void;
  info(msg: string, fields?: Fields): void;
  debug(msg: string, fields?: Fields): void;
  trace(msg: string, fields?: Fields): void;
  /** Whether lines of this level are written: to be asked before fields are computed that cost something. */
  enabled(level: Level): boolean;
  /** The same log, with these fields on every line; they are rendered once. */
  child(fields: Fields): Log;
  /** Writes the collected lines now, not at the end of the tick. */
  flush(): void;
  /** Changes the least severe level that is written, also of the logs that this one was made from and of their children. */
  setLevel(level: Level): void;
}

/** How lines are formatted, and where they are written. */
export interface LogOptions {
  readonly level: Level;
  readonly format: "json" | "text";
  /** Writes secrets without a mask. */
  readonly leak_sensitive_values?: boolean;
  /** Colours the levels in the text format. */
  readonly colour?: boolean;
  /** Receives whole lines, several at once; standard output when left out. */
  readonly write?: (lines: string) => void;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
}

const levels: readonly Level[] = ["error", "warn", "info", "debug", "trace"];

/** Creates a log whose lines are collected and written once per tick, so that a busy tick costs one write. */
export function createLog(options: LogOptions): Log {
  const { leak_sensitive_values: leak = false, colour = false, now_ms = Date.now } = options;
  const format = options.format === "json" ? jsonFormat(leak) : textFormat(leak, colour);
  const queue = options.write === undefined ? standardOutput() : createQueue(options.write);
  return createLogTo({ format, queue, now_ms, threshold: levels.indexOf(options.level) }, "");
}

/** What a log and its children share. */
interface Target {
  readonly format: Format;
  readonly queue: Queue;
  readonly now_ms: () => number;
  /** The index of the least severe level that is written. */
  threshold: number;
}

/** `prefix` has the rendered fields of a child log. */
function createLogTo(target: Target, prefix: string): Log {
  const { format, queue, now_ms } = target;
  const writer = (level: Level): Log[Level] => {
    const severity = levels.indexOf(level);
    return (msg, fields) => {
      if (severity > target.threshold) return;
      queue.push(format.line(now_ms(), level, msg, prefix, fields));
    };
  };
  return {
    error: writer("error"),
    warn: writer("warn"),
    info: writer("info"),
    debug: writer("debug"),
    trace: writer("trace"),
    enabled: (level) => levels.indexOf(level) <= target.threshold,
    setLevel: (level) => void (target.threshold = levels.indexOf(level)),
    child: (fields) => createLogTo(target, prefix + format.fields(fields)),
    flush: queue.flush,
  };
}

interface Queue {
  readonly push: (line: string) => void;
  readonly flush: () => void;
}

function createQueue(write: (lines: string) => void): Queue {
  let waiting = "";
  const flush = (): void => {
    if (waiting === "") return;
    const lines = waiting;
    waiting = "";
    write(lines);
  };
  const push = (line: string): void => {
    if (waiting === "") setImmediate(flush);
    waiting += line;
  };
  return { push, flush };
}

let shared: Queue | undefined;

/** Every log that goes to standard output shares one queue, so that lines keep their order and none is lost at exit. */
function standardOutput(): Queue {
  if (shared === undefined) {
    shared = createQueue((lines) => void process.stdout.write(lines));
    process.once("exit", shared.flush);
  }
  return shared;
}
