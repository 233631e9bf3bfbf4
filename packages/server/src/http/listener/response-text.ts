import type { Writable } from "node:stream";
import type { Response } from "../response.ts";

const { STATUS_CODES } = process.getBuiltinModule("node:http"); // Not imported, as in listen.ts.

/** What happens to a connection after a response: it is closed, or kept for so many idle seconds. */
export type Afterwards = "close" | number;

/** Writes a response (RFC 9112). Throws before anything is written where a header value is invalid. */
export function writeResponse(socket: Writable, answer: Response, afterwards: Afterwards): void {
  const { status, body, bytes } = answer;
  const length = allowsBody(status) ? (bytes?.byteLength ?? Buffer.byteLength(body)) : undefined;
  const head = headText(answer, length, afterwards);
  const isAscii = bytes === undefined && length === body.length;
  if (length === undefined) socket.write(head, "latin1");
  else if (isAscii) socket.write(head + body, "latin1");
  else {
    socket.cork();
    socket.write(head, "latin1");
    if (bytes === undefined) socket.write(body, "utf8");
    else socket.write(bytes);
    socket.uncork();
  }
}

function headText(
  { status, headers }: Response,
  length: number | undefined,
  afterwards: Afterwards,
): string {
  let head = statusLine(status);
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? "";
    if (typeof value === "string") head += fieldLine(name, value);
    else for (const one of value) head += fieldLine(name, one);
  }
  if (length !== undefined) head += `Content-Length: ${length}\r\n`;
  head += `Date: ${today()}\r\n`;
  return afterwards === "close"
    ? `${head}Connection: close\r\n\r\n`
    : `${head}Connection: keep-alive\r\nKeep-Alive: timeout=${afterwards}\r\n\r\n`;
}

/** RFC 9110 §8.6: a 204 has no length, not even zero. */
export function allowsBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

function fieldLine(name: string, value: string): string {
  if (NOT_IN_A_VALUE.test(value)) throw new TypeError(`The value of ${name} is not valid in HTTP.`);
  return `${name}: ${value}\r\n`;
}

/** RFC 9110 §5.5: whether a text can be the value of a header field. */
export function isFieldValue(text: string): boolean {
  return !NOT_IN_A_VALUE.test(text);
}

const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
    statusLines.set(status, line);
  }
  return line;
}

let second = 0;
let date = "";

/** RFC 9110 §6.6.1. Formatted once a second. */
function today(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
