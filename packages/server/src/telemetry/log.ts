import { type Fields, type Format, jsonFormat, type Level, textFormat } from "./log-format.ts";

/** Where the server says what happens. A line below the level costs one call of an empty function. */
export interface Log {
  error(msg: string, fields?: Fields): void;
  warn(msg: string, fields?: Fields): void;
  info(msg: string, fields?: Fields): void;
  debug(msg: string, fields?: Fields): void;
  trace(msg: string, fields?: Fields): void;
  /** Ask before gathering fields that cost something. */
  enabled(level: Level): boolean;
  /** The same log, with these fields on every line; they are rendered once. */
  child(fields: Fields): Log;
  /** Writes at once what is waiting for the end of the tick. */
  flush(): void;
}

/** How to make a log. */
export interface LogOptions {
  readonly level: Level;
  readonly format: "json" | "text";
  /** Shows secrets in the clear. */
  readonly leak_sensitive_values?: boolean;
  /** Paints levels in the text format. */
  readonly colour?: boolean;
  /** Receives whole lines, several at once; standard output when left out. */
  readonly write?: (lines: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const levels: readonly Level[] = ["error", "warn", "info", "debug", "trace"];

/** Makes a log whose lines are collected and written once per tick, so that a busy tick costs one write. */
export function createLog(options: LogOptions): Log {
  const { leak_sensitive_values: leak = false, colour = false, now = Date.now } = options;
  const format = options.format === "json" ? jsonFormat(leak) : textFormat(leak, colour);
  const queue = options.write === undefined ? standardOutput() : createQueue(options.write);
  return logOver({ format, queue, now, threshold: levels.indexOf(options.level) }, "");
}

interface Ground {
  readonly format: Format;
  readonly queue: Queue;
  readonly now: () => number;
  readonly threshold: number;
}

function logOver(ground: Ground, prefix: string): Log {
  const { format, queue, now, threshold } = ground;
  const enabled = (level: Level): boolean => levels.indexOf(level) <= threshold;
  const writer = (level: Level): Log[Level] =>
    enabled(level)
      ? (msg, fields) => queue.push(format.line(now(), level, msg, prefix, fields))
      : ignore;
  return {
    error: writer("error"),
    warn: writer("warn"),
    info: writer("info"),
    debug: writer("debug"),
    trace: writer("trace"),
    enabled,
    child: (fields) => logOver(ground, prefix + format.fields(fields)),
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

function ignore(): void {}
