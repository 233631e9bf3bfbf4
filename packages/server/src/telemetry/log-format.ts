import { escapeHidden } from "@latchkey/api";
import { loggableValue } from "./mask-log-fields.ts";

/** The severity of a line, the most severe first. */
export type Level = "error" | "warn" | "info" | "debug" | "trace";

/** The fields of a line. Values whose names are those of secrets are masked when the line is rendered. */
export type Fields = Readonly<Record<string, unknown>>;

/** Renders lines. Fields are rendered separately, so that a child log renders its own once. */
export interface Format {
  line(
    time_ms: number,
    level: Level,
    msg: string,
    prefix: string,
    fields: Fields | undefined,
  ): string;
  fields(fields: Fields): string;
}

/** One JSON object per line: `time`, `level`, `msg`, then the fields. */
export function jsonFormat(leak: boolean): Format {
  const timestamp = createTimestamp();
  const render = (fields: Fields): string => {
    let text = "";
    for (const name in fields) {
      const value = loggableValue(name, fields[name], leak);
      if (value === undefined) continue;
      text += `,${JSON.stringify(reserved.has(name) ? `${name}_` : name)}:${JSON.stringify(value)}`;
    }
    return text;
  };
  return {
    fields: render,
    line: (time_ms, level, msg, prefix, fields) =>
      `{"time":"${timestamp(time_ms)}","level":"${level}","msg":${JSON.stringify(msg)}` +
      `${prefix}${fields === undefined ? "" : render(fields)}}\n`,
  };
}

/** One line for a terminal: time, level and message in columns, then `name=value`. A stack follows, indented. */
export function textFormat(leak: boolean, colour: boolean): Format {
  const timestamp = createTimestamp();
  const render = (fields: Fields): string => {
    let text = "";
    for (const name in fields) {
      const value = loggableValue(name, fields[name], leak);
      if (value !== undefined) text += ` ${name}=${word(withoutStack(value))}`;
    }
    return text;
  };
  return {
    fields: render,
    line: (time_ms, level, msg, prefix, fields) => {
      const label = level.padEnd(5);
      const rendered = prefix + (fields === undefined ? "" : render(fields));
      const start = `${timestamp(time_ms)} ${colour ? paint(level, label) : label} `;
      // Text of a request must not move the cursor, break the line or reverse the reading direction.
      const message = escapeHidden(msg);
      const stacks = fields === undefined ? "" : stacksOf(fields);
      return `${start}${rendered === "" ? message : message.padEnd(28) + rendered}\n${stacks}`;
    },
  };
}

const reserved = new Set(["time", "level", "msg"]);
const colours: Readonly<Record<Level, number>> = {
  error: 31,
  warn: 33,
  info: 36,
  debug: 90,
  trace: 90,
};

function paint(level: Level, label: string): string {
  return `\u001b[${colours[level]}m${label}\u001b[0m`;
}

/** Formats each millisecond once: lines of a busy server share it. */
function createTimestamp(): (time_ms: number) => string {
  let last = Number.NaN;
  let formatted = "";
  return (time_ms) => {
    if (time_ms !== last) {
      last = time_ms;
      formatted = new Date(time_ms).toISOString();
    }
    return formatted;
  };
}

function word(value: unknown): string {
  if (typeof value !== "string") return escapeHidden(JSON.stringify(value));
  return /^[!#-<>-~]+$/.test(value) ? value : escapeHidden(JSON.stringify(value));
}

function withoutStack(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("stack" in value)) return value;
  return "message" in value ? value.message : value;
}

function stacksOf(fields: Fields): string {
  let text = "";
  for (const name in fields) {
    let error = fields[name];
    // Causes may form a cycle, so at most five are written.
    for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
      const stack = (error.stack ?? error.message).split("\n").map(escapeHidden);
      text += `    ${depth === 0 ? "" : "caused by "}${stack.join("\n    ")}\n`;
      error = error.cause;
    }
  }
  return text;
}
