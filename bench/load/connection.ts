import { connect, type Socket } from "node:net";

/** The parts of a response that a flow reads. */
export interface Reply {
  readonly status: number;
  readonly location: string;
  /** `name=value` of each cookie that is set. */
  readonly cookies: readonly string[];
  readonly body: string;
}

/** A keep-alive connection with one request in flight. */
export interface Connection {
  ask(method: string, path: string, headers: string, body?: string): Promise<Reply>;
  close(): void;
}

/**
 * Opens a connection with minimal client cost (no agent, no streams, no header objects), so that the load generator is not
 * the bottleneck. `headers` are complete lines, each with CRLF.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) =>
    socket.once("connect", resolve).once("error", reject),
  );
  const receive = replies(socket);
  return {
    ask(method, path, headers, body = "") {
      const length =
        body === "" && method === "GET" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${length}\r\n${body}`);
      return receive();
    },
    close: () => socket.destroy(),
  };
}

/** Reads one response at a time from a socket. */
function replies(socket: Socket): () => Promise<Reply> {
  let text = "";
  let waiting: PromiseWithResolvers<Reply> | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    const read = parseReply(text);
    if (read === undefined) return;
    text = text.slice(read.length);
    waiting?.resolve(read.reply);
  });
  const fail = (): void => waiting?.reject(new Error("The server closed a connection."));
  socket.on("error", fail).on("close", fail);
  return () => (waiting = Promise.withResolvers<Reply>()).promise;
}

/** Parses the first response in a text and its length; undefined while it is incomplete. */
export function parseReply(text: string): { reply: Reply; length: number } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end + 2);
  const status = Number(head.slice(9, 12));
  if (/^transfer-encoding:/im.test(head)) throw new Error("A response of unknown length.");
  const bodyLength = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const length = end + 4 + bodyLength;
  if (text.length < length) return undefined;
  const location = /^location: *(.*)\r$/im.exec(head)?.[1] ?? "";
  const cookies = [...head.matchAll(/^set-cookie: *([^;\r]*)/gim)].map(([, pair = ""]) => pair);
  return { reply: { status, location, cookies, body: text.slice(end + 4, length) }, length };
}
