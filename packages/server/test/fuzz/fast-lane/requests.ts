import { pick, type Random } from "./random.ts";

/** Well-formed requests to start from, in Latin-1. The first few are what the fast lane takes. */
const plain: readonly string[] = [
  "GET /userinfo HTTP/1.1\r\nHost: op\r\nAuthorization: Bearer lk_at_x\r\nAccept: */*\r\n\r\n",
  "GET /health/alive?a=1&b=%20 HTTP/1.1\r\nHost: [::1]:4444\r\n\r\n",
  "POST /oauth2/token HTTP/1.1\r\nHost: op:4444\r\nAuthorization: Basic cGhvdG9zOnNlY3JldA==\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 29\r\nConnection: keep-alive\r\n\r\ngrant_type=client_credentials",
  "POST /oauth2/introspect HTTP/1.1\r\nhost: op\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 15\r\n\r\ntoken=lk_at_abc",
  "PUT /clients/a HTTP/1.1\r\nhost: op\r\ncontent-length: 2\r\ncookie: a=1; b=2\r\n\r\n{}",
  "PATCH /clients/a HTTP/1.1\r\nHost: op\r\nContent-Length: 7\r\n\r\nn=n\xc3\xa9e\xff",
  "DELETE /clients/a HTTP/1.1\r\nHost: op\r\n\r\n",
  "POST /empty HTTP/1.1\r\nHost: op\r\nContent-Length: 0\r\n\r\n",
];
const others: readonly string[] = [
  "HEAD /health/alive HTTP/1.1\r\nHost: op\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: op\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
  "GET / HTTP/1.0\r\nHost: op\r\nConnection: keep-alive\r\n\r\n",
  "GET http://op.example/a?b=c HTTP/1.1\r\nHost: op.example\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: op\r\nConnection: close\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: op\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: op\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nA: 1\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: op\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
  "GET / HTTP/1.1\r\nHost: op\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
];

/** Lines that change how a message is read, or come close to it. */
const lines: readonly string[] = [
  "Content-Length: 0",
  "Content-Length: 2",
  "Content-Length: 29",
  "content-length: 0029",
  "Content-Length: +2",
  "Content-Length: -1",
  "Content-Length: 0x2",
  "Content-Length: 2, 2",
  "Content-Length: 2;",
  "Content-Length: 99999999999999999999",
  "Content-Length: 4294967298",
  "Content-Length: 18446744073709551618",
  "Content-Length: 1025",
  "Content-Length:",
  "Content-Length : 2",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: Chunked",
  "transfer-encoding: chunked, identity",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding: chunked\x0b",
  "Transfer-Encoding:",
  "Host: op",
  "Host: evil",
  "Host:",
  "Host: a b",
  "Host: op/x",
  "Connection: close",
  "Connection: Close",
  "Connection: keep-alive",
  "Connection: Keep-Alive",
  "Connection: KEEP-ALIVE",
  "Connection: keep-alive, Upgrade",
  "Connection: TE, close",
  "Connection:",
  "Keep-Alive: timeout=1",
  "Proxy-Connection: close",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "Expect: 100-Continue",
  "Expect: 200-maybe",
  "TE: trailers",
  "Trailer: Content-Length",
  "Cookie: a=1",
  "Cookie: b=2",
  "Set-Cookie: a=1",
  "Authorization: Basic YTpi",
  "Authorization:",
  "X-Forwarded-For: 192.0.2.1",
  "X-Request-Id: a",
  "Date: now",
  "__proto__: 1",
  "constructor: 1",
  "toString: 1",
  "A:1",
  "A:  1",
  "A: 1 ",
  "A: 1\t",
  "A:\t1",
  "A: \xe9\xff",
  "A: \x01",
  "A: \x7f",
  "A: 1\r B: 2",
  " folded",
  "\tfolded",
  ": no name",
  "no colon",
  "A B: 1",
  "A\0: 1",
  "",
  "GET /smuggled HTTP/1.1",
];

const targets: readonly string[] = [
  "/",
  "/a",
  "/a b",
  "/a#b",
  "/%00",
  "/\xe9",
  "/\\",
  '/"<>^`{|}',
  "//op/a",
  "*",
  "op:443",
  "http://op/",
  "http://op",
  "https://evil/a?b",
  "/late",
  "/late/large",
  "/large",
  "/none",
  "/cookies",
  "",
  "/\t",
  "/\0",
  "?a=b",
];
const versions: readonly string[] = [
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/0.9",
  "HTTP/2.0",
  "HTTP/1.2",
  "HTTP/1.10",
  "http/1.1",
  "HTTP/1.1 ",
  "HTTP/1",
  "ICE/1.0",
  "RTSP/1.0",
  "",
];
const methods: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "get",
  "Post",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PRI",
  "QUERY",
  "M-SEARCH",
  "BREW",
  "SOURCE",
  "",
];
const fragments: readonly string[] = [
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  " ",
  "\t",
  "\v",
  "\0",
  "\x7f",
  "\x80",
  "\xe9",
  ":",
  ",",
  ";",
  "/",
  "#",
  "%",
  '"',
  "\\",
  "0",
  "1",
  "a",
  "HTTP/1.1",
  "0\r\n\r\n",
  "5\r\n",
];

type Mutation = (request: string, random: Random) => string;

const mutations: readonly Mutation[] = [
  insertLine,
  insertLine,
  insertLine,
  repeatLine,
  dropLine,
  changeCase,
  changeLineEnd,
  foldLine,
  changeMethod,
  changeTarget,
  changeVersion,
  changeLength,
  putIn,
  putIn,
  putIn,
  overwriteByte,
  cutOff,
  addHeaders,
  lengthenValue,
];

/** A request that the fast lane reads. */
export function plainRequest(random: Random): string {
  return pick(random, plain);
}

/** A request with none to four things changed. */
export function makeRequest(random: Random): string {
  let request = pick(random, random(3) === 0 ? others : plain);
  for (let times = pick(random, [0, 0, 0, 0, 1, 1, 1, 2, 3, 4]); times > 0; times -= 1)
    request = pick(random, mutations)(request, random);
  return request;
}

/** The same request, or one that differs from it a little: the lane recognises a head that is repeated. */
export function repeatRequest(request: string, random: Random): string {
  switch (random(4)) {
    case 0:
      return request;
    case 1:
      return overwriteByte(request, random);
    case 2:
      return request.slice(0, -1) + String.fromCharCode(random(256));
    default:
      return pick(random, mutations)(request, random);
  }
}

function insertLine(request: string, random: Random): string {
  return changeLines(request, (head) =>
    head.toSpliced(1 + random(head.length), 0, pick(random, lines)),
  );
}

function repeatLine(request: string, random: Random): string {
  return changeLines(request, (head) =>
    head.toSpliced(random(head.length + 1), 0, pick(random, head)),
  );
}

function dropLine(request: string, random: Random): string {
  return changeLines(request, (head) => head.toSpliced(random(head.length), 1));
}

function changeCase(request: string, random: Random): string {
  return changeLine(request, random, (line) => {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon);
    return (random(2) === 0 ? name.toUpperCase() : name.toLowerCase()) + line.slice(colon);
  });
}

function changeLineEnd(request: string, random: Random): string {
  const end = pick(random, ["\n", "\r", "\r\r\n", "\n\r", " \r\n", "\0\r\n"]);
  if (random(4) === 0) return request.replaceAll("\r\n", end);
  const ends = [...request.matchAll(/\r\n/g)].map(({ index }) => index);
  if (ends.length === 0) return request;
  const at = pick(random, ends);
  return request.slice(0, at) + end + request.slice(at + 2);
}

function foldLine(request: string, random: Random): string {
  return changeLine(request, random, (line) => `${line}\r\n${pick(random, [" ", "\t"])}more`);
}

function changeMethod(request: string, random: Random): string {
  return request.replace(/^[^ ]*/, () => pick(random, methods));
}

function changeTarget(request: string, random: Random): string {
  return request.replace(/^([^ ]*) [^ ]*/, (_, method) => `${method} ${pick(random, targets)}`);
}

function changeVersion(request: string, random: Random): string {
  return request.replace(/HTTP\/1\.1|HTTP\/1\.0/, () => pick(random, versions));
}

/** The announced length is one more or less than what is there, or much more. */
function changeLength(request: string, random: Random): string {
  return request.replace(/(content-length: *)(\d+)/i, (_, name, digits) => {
    const other = Number(digits) + pick(random, [-1, 1, 2, 1_000, 100_000]);
    return `${name}${other}`;
  });
}

function putIn(request: string, random: Random): string {
  const at = random(request.length + 1);
  const fragment = pick(random, fragments);
  return (
    request.slice(0, at) + fragment + request.slice(at + pick(random, [0, 1, fragment.length]))
  );
}

function overwriteByte(request: string, random: Random): string {
  const at = random(request.length);
  return request.slice(0, at) + String.fromCharCode(random(256)) + request.slice(at + 1);
}

function cutOff(request: string, random: Random): string {
  return request.slice(0, random(request.length));
}

/** Node drops headers beyond a number of its own. */
function addHeaders(request: string, random: Random): string {
  const count = pick(random, [30, 98, 99, 100, 101, 700, 950, 1_000, 1_100]);
  const added = Array.from({ length: count }, (_, index) => `${index.toString(36)}:`);
  return changeLines(request, (head) => [...head, ...added]);
}

function lengthenValue(request: string, random: Random): string {
  const length = pick(random, [100, 1_000, 8_000, 16_200, 16_384, 70_000]);
  return changeLine(request, random, (line) => line + "x".repeat(length));
}

function changeLine(request: string, random: Random, change: (line: string) => string): string {
  return changeLines(request, (head) => {
    const at = random(head.length);
    return head.with(at, change(head[at] ?? ""));
  });
}

/** Changes the lines before the first empty one. */
function changeLines(
  request: string,
  change: (head: readonly string[]) => readonly string[],
): string {
  const end = request.indexOf("\r\n\r\n");
  if (end === -1) return request;
  return change(request.slice(0, end).split("\r\n")).join("\r\n") + request.slice(end);
}
