/** Log levels, from most to least verbose. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** The only fields that are logged. None contains a secret. */
export interface LogFields {
  /** HTTP method. */
  readonly method?: string;
  /** Path, never a whole URL. */
  readonly path?: string;
  /** Starts at 0. */
  readonly attempt?: number;
  /** Delay before the next attempt, in milliseconds. */
  readonly delayMs?: number;
  /** Error code. */
  readonly code?: string;
  /** Request ID of the server. */
  readonly requestId?: string | undefined;
}

/** Logged events. */
export type LogEvent = "request start" | "request success" | "request fail" | "retrying request";

/** Receives log events. Exceptions are ignored. */
export type Logger = (level: LogLevel, event: LogEvent, fields: LogFields) => unknown;

/** Wraps a logger so that it receives only the six known fields. */
export function createLog(logger: Logger | undefined, least: LogLevel): Logger {
  if (logger === undefined) return () => undefined;

  return (level, event, fields) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    try {
      const result: unknown = logger(level, event, pick(fields));
      if (result instanceof Promise) result.catch(() => undefined);
    } catch {
      // The grant may be used up: a failing logger must not lose the tokens.
    }
  };
}

/** In ascending order. */
export const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

function pick(fields: LogFields): LogFields {
  const present = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, fields[name]]));
}

const names = ["method", "path", "attempt", "delayMs", "code", "requestId"] as const;
