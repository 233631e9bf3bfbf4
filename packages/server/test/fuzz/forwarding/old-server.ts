import { createServer, type Server, type Socket } from "node:net";

/** What the old server does with a request; the last segment of its path names it. */
export const behaviours = [
  ...Array<"plain">(12).fill("plain"),
  "chunked",
  "chunked",
  "slow",
  "slow",
  "until-close",
  "hints",
  "continue",
  "switch",
  "early",
  "double",
  "late-double",
  "cut",
  "reset",
  "silent",
  "slow",
  "empty",
  "unmodified",
  "failed",
  "coded",
  "two-lengths",
  "malformed",
  "interim-only",
] as const;

/** The id of an answer that no request asked for. */
export const POISON = "poison";

/** A server that reads bytes, not requests: what it was sent, and what no careful client would send. */
export interface RawServer {
  readonly server: Server;
  /** Method and target of each request, in the order in which they arrived. */
  readonly seen: string[];
  readonly violations: string[];
}

/** Answers as the path asks, well or not. A body is as long as its length says; what follows is the next request. */
export function createRawServer(hostOf: () => string): RawServer {
  const seen: string[] = [];
  const violations: string[] = [];
  const server = createServer((socket) => {
    let [text, requests] = ["", 0];
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (;;) {
        const end = text.indexOf("\r\n\r\n");
        if (end === -1) return;
        const head = text.slice(0, end);
        const length = lengthOf(head);
        const [method = "", target = ""] = head.split(" ", 2);
        const behaviour = /\/b-([\w-]+)/.exec(target)?.[1] ?? "plain";
        const isWhole = text.length >= end + 4 + length;
        if (!isWhole && behaviour !== "early") return;
        text = text.slice(end + 4 + length);
        seen.push(`${method} ${target}`);
        violations.push(...violationsOf(head, hostOf()));
        requests += 1;
        if (requests > 1) violations.push(`a second request on a connection: ${head}`);
        answer(socket, behaviour, method, idOf(target));
      }
    });
  });
  return { server, seen, violations };
}

/** The id in a path, which requests and answers share. */
export function idOf(target: string): string {
  return /\/id-([\w-]+)/.exec(target)?.[1] ?? "none";
}

function lengthOf(head: string): number {
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

function violationsOf(head: string, host: string): string[] {
  const [line = "", ...fields] = head.split("\r\n");
  const named = (name: string): string[] =>
    fields.filter((field) => field.toLowerCase().startsWith(`${name}:`));
  const isLine = /^[A-Z]+ \/[!-~\u0080-\u00ff]* HTTP\/1\.1$/.test(line);
  const isHost = named("host").join() === `Host: ${host}`;
  const isFramed = named("transfer-encoding").length === 0 && named("content-length").length <= 1;
  const isOfCaller = ["expect", "upgrade", "trailer", "te", "proxy-connection"].some(
    (name) => named(name).length > 0,
  );
  const connection = named("connection").join();
  const isConnection = connection === "Connection: close";
  const isText = fields.every((field) => /^[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*$/.test(field));
  return isLine && isHost && isFramed && !isOfCaller && isConnection && isText ? [] : [head];
}

function answer(socket: Socket, behaviour: string, method: string, id: string): void {
  const say = (text: string): void => void socket.write(text, "latin1");
  const body = method === "HEAD" ? "" : id;
  const plain = (name = id): string =>
    `HTTP/1.1 200 OK\r\nX-Id: ${name}\r\nContent-Length: ${name.length}\r\n\r\n${method === "HEAD" ? "" : name}`;
  const hex = id.length.toString(16);
  switch (behaviour) {
    case "chunked": {
      const chunks = method === "HEAD" ? "" : `${hex}\r\n${id}\r\n0\r\n\r\n`;
      return say(`HTTP/1.1 200 OK\r\nX-Id: ${id}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    }
    case "until-close":
      say(`HTTP/1.1 200 OK\r\nX-Id: ${id}\r\nConnection: close\r\n\r\n${body}`);
      return void socket.end();
    case "hints":
      return say(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${plain()}`);
    case "continue":
      return say(`HTTP/1.1 100 Continue\r\n\r\n${plain()}`);
    case "interim-only":
      return say("HTTP/1.1 102 Processing\r\n\r\n");
    case "switch":
      return say("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n");
    case "double":
      return say(plain() + plain(POISON));
    case "late-double":
      say(plain());
      return void setTimeout(() => say(plain(POISON)), 2);
    case "cut":
      say(`HTTP/1.1 200 OK\r\nX-Id: ${id}\r\nContent-Length: 1000\r\n\r\n${body}`);
      return void setTimeout(() => socket.destroy(), 2);
    case "reset":
      return void socket.destroy();
    case "silent":
      return;
    case "slow":
      return void setTimeout(() => say(plain()), 10);
    case "empty":
      return say(`HTTP/1.1 204 No Content\r\nX-Id: ${id}\r\n\r\n`);
    case "unmodified":
      return say(`HTTP/1.1 304 Not Modified\r\nX-Id: ${id}\r\n\r\n`);
    case "failed":
      return say(`HTTP/1.1 500 Oh\r\nX-Id: ${id}\r\nContent-Length: 0\r\n\r\n`);
    case "coded":
      return say(
        `HTTP/1.1 200 OK\r\nX-Id: ${id}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${hex}\r\n${id}\r\n0\r\n\r\n`,
      );
    case "two-lengths":
      return say(
        `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n${plain(POISON)}`,
      );
    case "malformed":
      return say(`HTTP/1.1 2x0 OK\r\n\r\n${plain(POISON)}`);
    default:
      return say(plain());
  }
}
