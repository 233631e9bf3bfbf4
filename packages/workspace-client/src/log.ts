/** How much a logger wants to hear; each level includes those after it. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Everything that is ever said about a request. */
export interface LogFields {
  /** The method of the request. */
  readonly method?: string;
  /** The route, never a whole URL. */
  readonly path?: string;
  /** Counts from 0. */
  readonly attempt?: number;
  /** How long until the next attempt. */
  readonly delayMs?: number;
  /** The code of the error. */
  readonly code?: string;
  /** What the server calls the request. */
  readonly requestId?: string | undefined;
}

/** What happens to a request. */
export type LogEvent = "request start" | "request success" | "request fail" | "retrying request";

/** Receives each event. What it throws is ignored. */
export type Logger = (level: LogLevel, event: LogEvent, fields: LogFields) => unknown;

/** The only way to a logger: copies the six fields and leaves behind whatever else an object carries. */
export function createLog(logger: Logger | undefined, least: LogLevel): Logger {
  if (logger === undefined) return () => undefined;

  return (level, event, fields) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    try {
      const said: unknown = logger(level, event, pick(fields));
      if (said instanceof Promise) said.catch(() => undefined);
    } catch {
      // A grant may be spent by now: no logger is worth losing the tokens for.
    }
  };
}

/** In rising order. */
export const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

function pick(fields: LogFields): LogFields {
  const present = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, fields[name]]));
}

const names = ["method", "path", "attempt", "delayMs", "code", "requestId"] as const;
