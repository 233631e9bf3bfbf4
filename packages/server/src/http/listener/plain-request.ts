import { isFieldValue } from "../field-value.ts";
import { isHost } from "../host.ts";
import type { IncomingRequest } from "../incoming-request.ts";

/** What was asked, as a handler takes it. */
interface PlainRequest extends Pick<IncomingRequest, "method" | "target" | "headers"> {
  readonly body: string;
}

/** How large a request may be to count as plain. */
export interface PlainLimits {
  readonly header_bytes: number;
  readonly body_bytes: number;
}

/** Reads a request, if it is a plain one. */
export type PlainReader = (bytes: Buffer) => PlainRequest | undefined;

/**
 * Reads whole requests that say nothing unusual (RFC 9112): a common method, a path, headers that come once each, a body
 * whose length is announced and is there. Undefined for everything else, be it wrong, rare or merely unfinished: whoever
 * asks has a parser for that. There is only one way to read what is read here.
 *
 * A reader is for one connection. Clients that ask again mostly do so with the very same head, which is read once.
 */
export function createPlainReader({ header_bytes, body_bytes }: PlainLimits): PlainReader {
  let latest: Head | undefined;
  return (bytes) => {
    if (latest === undefined || !hasHead(bytes, latest)) latest = readHead(bytes);
    if (latest === undefined || latest.end > header_bytes) return undefined;
    const { method, target, headers, size, end } = latest;
    if (size > body_bytes || end + size !== bytes.length) return undefined;
    return { method, target, headers, body: size === 0 ? "" : bytes.toString("utf8", end) };
  };
}

/** What a head says, and the bytes that say it. */
interface Head extends Omit<PlainRequest, "body"> {
  readonly bytes: Buffer;
  /** Where it ends, with the empty line after it. */
  readonly end: number;
  /** How many bytes the body has. */
  readonly size: number;
}

/** Whether a request has this very head. Then it has the length of the one before, since a head tells how long its body is. */
function hasHead(request: Buffer, { bytes, end }: Head): boolean {
  return request.length === bytes.length && request.compare(bytes, 0, end, 0, end) === 0;
}

function readHead(bytes: Buffer): Head | undefined {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const line_end = text.indexOf("\r\n");
  const method = methodOf(text);
  if (method === undefined || !text.startsWith(" HTTP/1.1", line_end - 9)) return undefined;
  const target = text.slice(method.length + 1, line_end - 9);
  if (NOT_IN_A_TARGET.test(target)) return undefined;
  const headers = readHeaders(text.slice(line_end + 2, end + 2));
  if (headers?.["host"] === undefined || !isHost(headers["host"])) return undefined;
  return { bytes, end: end + 4, method, target, headers, size: sizeOf(headers) };
}

/** With the beginning of the only kind of target that is plain, a path. */
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"].map((method) => ({
  method,
  begins: `${method} /`,
}));

function methodOf(text: string): string | undefined {
  for (const { method, begins } of METHODS) if (text.startsWith(begins)) return method;
  return undefined;
}

const NOT_IN_A_TARGET = /[^\x21-\x7e]/;
const SPACE = 0x20;
const TAB = 0x09;

type Headers = Record<string, string | undefined>;

/** Node has a limit of its own for the number of headers; it is for Node to refuse a request that comes near it. */
const HEADERS_AT_MOST = 100;

/** Each line ends with CR LF, the last one too. */
function readHeaders(lines: string): Headers | undefined {
  const headers: Headers = {};
  let count = 0;
  for (let begin = 0, end = 0; begin < lines.length; begin = end + 2) {
    count += 1;
    if (count > HEADERS_AT_MOST) return undefined;
    end = lines.indexOf("\r\n", begin);
    const colon = lines.indexOf(":", begin);
    if (colon === -1 || colon > end) return undefined;
    const name = nameOf(lines.slice(begin, colon));
    const value = lines.slice(colon + (lines.charCodeAt(colon + 1) === SPACE ? 2 : 1), end);
    if (name === undefined || headers[name] !== undefined) return undefined; // Also what every object inherits.
    if (!isFieldValue(value) || isPadded(value) || !isUsual(name, value)) return undefined;
    headers[name] = value;
  }
  return headers;
}

function isPadded(value: string): boolean {
  const [first, last] = [value.charCodeAt(0), value.charCodeAt(value.length - 1)];
  return first === SPACE || first === TAB || last === SPACE || last === TAB;
}

/** Whether a header leaves the way in which requests follow one another as it is. */
function isUsual(name: string, value: string): boolean {
  switch (name) {
    case "connection":
      return value === "keep-alive" || value === "Keep-Alive";
    case "content-length":
      return /^\d{1,9}$/.test(value);
    case "proxy-connection": // llhttp takes it for Connection.
    case "transfer-encoding":
    case "expect":
    case "upgrade":
    case "te":
    case "trailer":
    case "set-cookie":
      return false;
    default:
      return true;
  }
}

function sizeOf(headers: Headers): number {
  return Number(headers["content-length"] ?? 0);
}

/** The lower-case form of names as they were sent. Few clients are inventive. */
const names = new Map<string, string>();
const NAMES_AT_MOST = 500;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function nameOf(sent: string): string | undefined {
  const known = names.get(sent);
  if (known !== undefined) return known;
  if (!TOKEN.test(sent)) return undefined;
  const [name = ""] = Object.keys({ [sent.toLowerCase()]: true }); // The engine's own copy, which it knows by its address.
  if (names.size < NAMES_AT_MOST) names.set(sent, name);
  return name;
}
