import { printable } from "./redaction.ts";

/** How much a line matters, the gravest first. */
export type Level = "error" | "warn" | "info" | "debug" | "trace";

/** What a line says beside its message. Values that look like secrets are masked on the way out. */
export type Fields = Readonly<Record<string, unknown>>;

/** Turns what happened into a line. Fields are rendered apart, so that a child log renders its own once. */
export interface Format {
  line(time: number, level: Level, msg: string, prefix: string, fields: Fields | undefined): string;
  fields(fields: Fields): string;
}

/** One JSON object a line: `time`, `level`, `msg`, then the fields. */
export function jsonFormat(leak: boolean): Format {
  const timestamp = createTimestamp();
  const render = (fields: Fields): string => {
    let text = "";
    for (const name in fields) {
      const value = printable(name, fields[name], leak);
      if (value === undefined) continue;
      text += `,${JSON.stringify(reserved.has(name) ? `${name}_` : name)}:${JSON.stringify(value)}`;
    }
    return text;
  };
  return {
    fields: render,
    line: (time, level, msg, prefix, fields) =>
      `{"time":"${timestamp(time)}","level":"${level}","msg":${JSON.stringify(msg)}` +
      `${prefix}${fields === undefined ? "" : render(fields)}}\n`,
  };
}

/** One line for people: time, level and message in columns, then `name=value`. A stack follows, indented. */
export function textFormat(leak: boolean, colour: boolean): Format {
  const timestamp = createTimestamp();
  const render = (fields: Fields): string => {
    let text = "";
    for (const name in fields) {
      const value = printable(name, fields[name], leak);
      if (value !== undefined) text += ` ${name}=${word(withoutStack(value))}`;
    }
    return text;
  };
  return {
    fields: render,
    line: (time, level, msg, prefix, fields) => {
      const label = level.padEnd(5);
      const said = prefix + (fields === undefined ? "" : render(fields));
      const start = `${timestamp(time)} ${colour ? paint(level, label) : label} `;
      const message = escapeControls(msg);
      const stacks = fields === undefined ? "" : stacksOf(fields);
      return `${start}${said === "" ? message : message.padEnd(28) + said}\n${stacks}`;
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

/** Lines of one millisecond share the work of spelling it. */
function createTimestamp(): (time: number) => string {
  let last = Number.NaN;
  let spelled = "";
  return (time) => {
    if (time !== last) {
      last = time;
      spelled = new Date(time).toISOString();
    }
    return spelled;
  };
}

function word(value: unknown): string {
  if (typeof value !== "string") return escapeControls(JSON.stringify(value));
  return /^[!#-<>-~]+$/.test(value) ? value : escapeControls(JSON.stringify(value));
}

function withoutStack(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("stack" in value)) return value;
  return "message" in value ? value.message : value;
}

function stacksOf(fields: Fields): string {
  let text = "";
  for (const name in fields) {
    let error = fields[name];
    // A cause may go round in a circle; five tell enough.
    for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
      const stack = (error.stack ?? error.message).split("\n").map(escapeControls);
      text += `    ${depth === 0 ? "" : "caused by "}${stack.join("\n    ")}\n`;
      error = error.cause;
    }
  }
  return text;
}

// Nothing a stranger sends may move the cursor, break the line or turn the reading direction around.
const CONTROLS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
