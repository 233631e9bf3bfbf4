import { pick, type Random } from "../fast-lane/random.ts";
import { behaviours } from "./old-server.ts";

/** What a caller sends on one connection, in Latin-1. */
export interface Conversation {
  readonly pieces: readonly string[];
}

/** Requests of one caller; each names itself, also those that it hides in the bodies of others. */
export function makeConversation(random: Random, name: string, decoy: string): Conversation {
  const count = 1 + random(3);
  const requests = Array.from({ length: count }, (_none, index) =>
    makeRequest(random, `${name}-${index}`, decoy),
  );
  requests.push(makePlainRequest(`${name}-last`));
  const ways = [requests, requests, [requests.join("")], cut(requests.join(""), random)];
  return { pieces: pick(random, ways) };
}

/** A well-formed request, whose answer is known. */
export function makePlainRequest(id: string): string {
  return `GET /id-${id}/b-plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
}

/** Mostly well-formed but for one thing, so that most of it arrives. */
function makeRequest(random: Random, id: string, decoy: string): string {
  const method = pick(random, ["GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);
  const path = `/id-${id}/b-${pick(random, behaviours)}`;
  const end = pick(random, ["\r\n", "X: ", "Content-Length: 40\r\n\r\n"]);
  const hidden = (name: string): string =>
    `GET /id-${id}-${name}/b-plain HTTP/1.1\r\nHost: a\r\n${end}`;
  const body = pick(random, ["", "a=b", hidden("hidden"), hidden("first") + hidden("second")]);
  const odd = random(8);
  const { fields, sent } = odd === 0 ? frameOddly(random, body) : frame(random, body);
  const target = odd === 1 ? oddTarget(random, path, decoy) : path;
  const more = odd === 2 ? [pick(random, oddFields(decoy)), pick(random, oddFields(decoy))] : [];
  const version = pick(random, odd === 3 ? ["HTTP/1.0", "HTTP/1.1"] : ["HTTP/1.1"]);
  const host = pick(random, ["Host: a", `Host: ${decoy}`]);
  const head = [`${method} ${target} ${version}`, host, ...shuffled(random, [...fields, ...more])];
  return [...head, "", sent].join("\r\n");
}

function oddTarget(random: Random, path: string, decoy: string): string {
  return pick(random, [
    `//${decoy}${path}`,
    `http://${decoy}${path}`,
    `https://${decoy}${path}`,
    `/\\${decoy}${path}`,
    `\\\\${decoy}${path}`,
    `//u@${decoy}${path}`,
    `/@${decoy}${path}`,
    `@${decoy}${path}`,
    `:80@${decoy}${path}`,
    `///${decoy}${path}`,
    `/.//${decoy}${path}`,
    `/%2f/${decoy}${path}`,
    `${path}#@${decoy}/`,
    `${path}?http://${decoy}/`,
    decoy,
    "*",
    `/\t/${decoy}${path}`,
    `/\u00e9${path}`,
  ]);
}

interface Framed {
  readonly fields: readonly string[];
  readonly sent: string;
}

/** A body with its length, or in chunks; whatever the method. */
function frame(random: Random, body: string): Framed {
  if (body === "" && random(2) === 0) return { fields: [], sent: "" };
  return random(2) === 0
    ? { fields: [`Content-Length: ${body.length}`], sent: body }
    : { fields: ["Transfer-Encoding: chunked"], sent: chunked(random, body) };
}

/** A body with lengths and codings that are wrong, or several. */
function frameOddly(random: Random, body: string): Framed {
  const { length } = body;
  const chunks = oddlyChunked(random, body);
  switch (random(13)) {
    case 0:
      return { fields: [], sent: body };
    case 1:
      return { fields: ["Transfer-Encoding: chunked", `Content-Length: ${length}`], sent: chunks };
    case 2:
      return { fields: [`Content-Length: ${length}`, "Content-Length: 0"], sent: body };
    case 3:
      return { fields: [`Content-Length: ${Math.max(0, length - 3)}`], sent: body };
    case 4:
      return { fields: [`Content-Length: ${length + 3}`], sent: body };
    case 5:
      return {
        fields: [`Content-Length: ${pick(random, ["+1", "0x5", "5 ", "-1", "1,1", "", "1e1"])}`],
        sent: body,
      };
    case 6:
      return {
        fields: [
          `Transfer-Encoding: ${pick(random, ["gzip, chunked", "chunked, identity", "identity", "xchunked", "\vchunked", "Chunked", "chunked;q=1", '"chunked"'])}`,
        ],
        sent: chunks,
      };
    case 7:
      return { fields: ["Transfer-Encoding: chunked", "Transfer-Encoding: gzip"], sent: chunks };
    case 8:
      return { fields: ["Transfer-Encoding : chunked"], sent: chunks };
    case 9:
      return { fields: ["X: a\nTransfer-Encoding: chunked"], sent: chunks };
    case 10:
      return {
        fields: ["Transfer-Encoding: chunked", "Connection: transfer-encoding"],
        sent: chunks,
      };
    case 11:
      return { fields: [`Content-Length: ${length}`, "Connection: content-length"], sent: body };
    default:
      return { fields: ["Transfer-Encoding: chunked"], sent: chunks };
  }
}

function chunked(random: Random, body: string): string {
  const at = random(body.length + 1);
  const chunks = [body.slice(0, at), body.slice(at)].filter((chunk) => chunk !== "");
  const texts = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return `${texts.join("")}0\r\n\r\n`;
}

function oddlyChunked(random: Random, body: string): string {
  const size = body.length.toString(16);
  const extension = pick(random, ["", "", ";a=b", "\n", " ", ";\n"]);
  const trailer = pick(random, ["", "", "Content-Length: 5\r\n", "Host: b\r\n"]);
  const first = body === "" ? "" : `${size}${extension}\r\n${body}\r\n`;
  return `${first}0\r\n${trailer}\r\n`;
}

function oddFields(decoy: string): readonly string[] {
  return [
    "Expect: 100-continue",
    "Expect: 200-maybe",
    "Connection: Upgrade\r\nUpgrade: websocket",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
    "Connection: close",
    "Connection: keep-alive",
    "Connection: host, x-forwarded-for",
    "Proxy-Connection: keep-alive",
    "Keep-Alive: timeout=1",
    "TE: trailers",
    "Trailer: Content-Length",
    `Host: ${decoy}`,
    `X-Forwarded-Host: ${decoy}`,
    `Forwarded: host=${decoy}`,
    "X-Folded: a\r\n b",
    "X-Bare: a\rb",
    "Content_Length: 5",
    "X-Method-Override: DELETE",
  ];
}

function shuffled(random: Random, list: readonly string[]): readonly string[] {
  return list
    .map((value) => ({ value, at: random(1_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

function cut(text: string, random: Random): readonly string[] {
  const at = random(text.length + 1);
  return [text.slice(0, at), text.slice(at)];
}
