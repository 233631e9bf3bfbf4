import { isHost } from "../host.ts";
import type { IncomingRequest } from "../incoming-request.ts";
import { isFieldValue } from "./response-text.ts";

/** A parsed plain request. */
interface PlainRequest extends Pick<IncomingRequest, "method" | "target" | "headers"> {
  readonly body: string;
}

/** How large a request may be to count as plain. */
export interface PlainLimits {
  readonly header_bytes: number;
  readonly body_bytes: number;
}

/** Parses a request; undefined if it is not a plain one. */
export type PlainReader = (bytes: Buffer) => PlainRequest | undefined;

/**
 * Parses complete, common requests (RFC 9112): a common method, a path, headers that occur once each, a body of the length in
 * Content-Length. Undefined for everything else, whether invalid, rare or incomplete: Node's parser handles those. What is
 * accepted here is unambiguous, so that it cannot be read differently by Node or by a proxy (request smuggling).
 *
 * A reader is for one connection. Clients mostly repeat the same head, which is then parsed once.
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

/** A parsed head, and its bytes. */
interface Head extends Omit<PlainRequest, "body"> {
  readonly bytes: Buffer;
  /** Where it ends, with the empty line after it. */
  readonly end: number;
  /** The size of the body in bytes. */
  readonly size: number;
}

/** Whether a request has the same head. It then has the same length, since the head has the length of the body. */
function hasHead(request: Buffer, { bytes, end }: Head): boolean {
  return request.length === bytes.length && request.compare(bytes, 0, end, 0, end) === 0;
}

function readHead(bytes: Buffer): Head | undefined {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const lineEnd = text.indexOf("\r\n");
  const method = methodOf(text);
  if (method === undefined || !text.startsWith(" HTTP/1.1", lineEnd - 9)) return undefined;
  const target = text.slice(method.length + 1, lineEnd - 9);
  if (NOT_IN_A_TARGET.test(target)) return undefined;
  const headers = readHeaders(text.slice(lineEnd + 2, end + 2));
  if (headers?.["host"] === undefined || !isHost(headers["host"])) return undefined;
  return { bytes, end: end + 4, method, target, headers, size: sizeOf(headers) };
}

/** Each with the beginning of a target that is a path: other targets are not plain. */
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

/** Node has a higher limit on the number of headers; requests with more than this are passed to it. */
const MAX_HEADERS = 100;

/** Each line ends with CR LF, the last one too. */
function readHeaders(lines: string): Headers | undefined {
  const headers: Headers = {};
  let count = 0;
  for (let begin = 0, end = 0; begin < lines.length; begin = end + 2) {
    count += 1;
    if (count > MAX_HEADERS) return undefined;
    end = lines.indexOf("\r\n", begin);
    const colon = lines.indexOf(":", begin);
    if (colon === -1 || colon > end) return undefined;
    const name = nameOf(lines.slice(begin, colon));
    const value = lines.slice(colon + (lines.charCodeAt(colon + 1) === SPACE ? 2 : 1), end);
    if (name === undefined || headers[name] !== undefined) return undefined; // Also the inherited properties of objects.
    if (!isFieldValue(value) || isPadded(value) || !isPlain(name, value)) return undefined;
    headers[name] = value;
  }
  return headers;
}

function isPadded(value: string): boolean {
  const [first, last] = [value.charCodeAt(0), value.charCodeAt(value.length - 1)];
  return first === SPACE || first === TAB || last === SPACE || last === TAB;
}

/** Whether a header leaves the framing of requests on the connection as it is. */
function isPlain(name: string, value: string): boolean {
  switch (name) {
    case "connection":
      return value === "keep-alive" || value === "Keep-Alive";
    case "content-length":
      return /^\d{1,9}$/.test(value);
    case "proxy-connection": // llhttp treats it like Connection.
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

/** Header names as sent, with their lower-case form. Clients use few different ones. */
const names = new Map<string, string>();
const MAX_NAMES_CACHED = 500;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function nameOf(sent: string): string | undefined {
  const known = names.get(sent);
  if (known !== undefined) return known;
  if (!TOKEN.test(sent)) return undefined;
  const [name = ""] = Object.keys({ [sent.toLowerCase()]: true }); // An internalized string, which V8 compares by address.
  if (names.size < MAX_NAMES_CACHED) names.set(sent, name);
  return name;
}
