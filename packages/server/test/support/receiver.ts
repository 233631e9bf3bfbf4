import assert from "node:assert/strict";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { after } from "node:test";

/** A request as the receiver got it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly content_type: string | undefined;
  readonly body: string;
}

/** A third party's server on this machine. */
export interface Receiver {
  readonly url: string;
  /** The next request that was not returned yet, also one that arrived before this call. */
  next(): Promise<ReceivedRequest>;
  /** How many requests arrived. */
  readonly count: number;
}

/** The receiver's response. */
export interface Reply {
  readonly status?: number;
  readonly body?: string;
}

/** Starts a server that responds as `answer` says, and stops it after the tests of this file. */
export async function startReceiver(
  answer: (request: ReceivedRequest) => Reply = () => ({}),
): Promise<Receiver> {
  const arrived: ReceivedRequest[] = [];
  const waiting: ((request: ReceivedRequest) => void)[] = [];
  let count = 0;
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await read(incoming);
    const { status = 200, body = "" } = answer(request);
    outgoing.writeHead(status).end(body);
    count += 1;
    const waiter = waiting.shift();
    if (waiter === undefined) arrived.push(request);
    else waiter(request);
  };
  const server = createServer((incoming, outgoing) => {
    void take(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}`,
    next() {
      const request = arrived.shift();
      if (request !== undefined) return Promise.resolve(request);
      return new Promise((resolve) => waiting.push(resolve));
    },
    get count() {
      return count;
    },
  };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const { url = "", method = "", headers } = incoming;
  return { path: url, method, headers, content_type: headers["content-type"], body };
}
