import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { mayBeAskedAgain } from "./asked-again.ts";
import type { AskAgain, Comparing, Exchange, SeenRequest, SeenResponse } from "./exchange.ts";
import { MAX_HEAD, type OldAnswer, type OldRequest, openOldServer } from "./old-server.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";

/** A listener in front of the old server. */
export interface Forwarding {
  readonly listener: SeenRequest["listener"];
  /** Where the old server listens. */
  readonly old: URL;
  /**
   * `forward`: every request goes to the old server, and its answer to the caller. `mirror`: a proxy has sent the request to the
   * old server already, and drops our answer; only requests that change nothing are sent again, to learn the answer.
   */
  readonly mode: "forward" | "mirror";
  /** How long each part of an exchange may take: the request, the old server, and the answer. */
  readonly timeout_ms: number;
  /** Called with each request that is about to be sent to the old server, which happens when `ready` resolves. */
  readonly onRequest: (request: SeenRequest) => Comparing;
  /** Called with what the old server answered where `onRequest` was not, and with how to ask it once more. */
  readonly onExchange: (exchange: Exchange, askAgain: AskAgain) => void;
  /** Called for a request that cannot be compared. */
  readonly onSkipped: (reason: string) => void;
}

export interface Forwarder {
  readonly server: Server;
  /** How many requests wait for an answer. */
  pending(): number;
  /** Accepts no more connections, and resolves when the requests in flight are answered: with how many were cut at the end. */
  drain(within_ms: number): Promise<number>;
}

/** Answers that are longer are forwarded, and not compared. */
export const MAX_COMPARED = 1_000_000;
/** Proxies keep connections for a minute, and expect the server behind them to do so for longer. */
const KEEP_ALIVE_MS = 75_000;

/** A server that forwards to the old one and reports what it answered. */
export function createForwarder(forwarding: Forwarding): Forwarder {
  const { mode, listener, timeout_ms, onRequest, onExchange, onSkipped } = forwarding;
  const old = openOldServer(forwarding.old, timeout_ms);
  const inFlight = new Set<ServerResponse>();
  let isDraining = false;
  let onAnswered = (): void => {};

  const server = createServer(
    {
      requestTimeout: timeout_ms,
      headersTimeout: timeout_ms,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(timeout_ms, 1_000),
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false, // Whatever NODE_OPTIONS says.
    },
    (incoming, outgoing) => {
      inFlight.add(outgoing);
      const late = setTimeout(() => outgoing.destroy(), 3 * timeout_ms);
      outgoing.once("close", () => {
        clearTimeout(late);
        inFlight.delete(outgoing);
        onAnswered();
      });
      handle(incoming, outgoing).catch(() => {
        if (outgoing.writableEnded) return; // The caller has its answer; what failed is of the comparison.
        if (outgoing.headersSent) outgoing.destroy();
        else refuse(outgoing, 502, "The old server did not answer.\n");
      });
    },
  );

  server.on("checkExpectation", (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    refuse(outgoing, 417, "The expectation is not supported.\n");
  });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const read = await readRequest(incoming);
    if ("refused" in read) return refuse(outgoing, read.refused, read.message);
    const request = toSeen(listener, read);
    if (mode === "mirror") {
      send(outgoing, read, { status: 204, headers: [], body: Buffer.alloc(0) });
      return mirror(request, read);
    }
    const comparing = onRequest(request);
    if (comparing.ready !== undefined) await comparing.ready;
    const answer = await old.ask(read).catch(() => undefined);
    if (answer === undefined) {
      comparing.end("the old server did not answer");
      return refuse(outgoing, 502, "The old server did not answer.\n");
    }
    send(outgoing, read, answer);
    comparing.end(toCompared(answer), () => askAgain(request, read));
  }

  async function mirror(request: SeenRequest, read: OldRequest): Promise<void> {
    if (!mayBeAskedAgain(request)) return onSkipped("mirrored requests that change something");
    const answer = await old.ask(read).then(toCompared, () => "the old server did not answer");
    if (typeof answer === "string") onSkipped(answer);
    else onExchange({ request, old: answer }, () => askAgain(request, read));
  }

  async function askAgain(request: SeenRequest, read: OldRequest): Promise<SeenResponse> {
    if (!mayBeAskedAgain(request)) throw new Error("The request is not to be sent twice.");
    const answer = toCompared(await old.ask(read));
    if (typeof answer === "string") throw new Error(answer);
    return answer;
  }

  /** The caller's connection is used again only after what was as usual. */
  function send(
    outgoing: ServerResponse,
    read: ReadRequest,
    answer: Omit<OldAnswer, "named">,
  ): void {
    const { status, headers, body } = answer;
    if (read.is_unusual || isDraining) outgoing.shouldKeepAlive = false;
    const hasLength = read.method !== "HEAD" && status !== 204 && status !== 304;
    const length = hasLength ? ["Content-Length", String(body.length)] : [];
    outgoing.writeHead(status, [...headers, ...length]).end(body);
  }

  return {
    server,
    pending: () => inFlight.size,
    drain(within_ms) {
      const { promise, resolve } = Promise.withResolvers<number>();
      isDraining = true;
      const end = (): void => {
        clearTimeout(deadline);
        const cut = inFlight.size;
        onAnswered = () => {};
        server.closeAllConnections();
        old.close();
        resolve(cut);
      };
      const deadline = setTimeout(end, within_ms);
      onAnswered = () => void (inFlight.size === 0 && end());
      server.close();
      onAnswered();
      return promise;
    },
  };
}

/** Answers ourselves, and closes the connection: what else comes on it is not read. */
function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.shouldKeepAlive = false;
  const headers = { "Content-Type": "text/plain", "Content-Length": message.length };
  outgoing.writeHead(status, headers).end(message);
}

function toSeen(
  listener: SeenRequest["listener"],
  { method, target, named, body }: OldRequest,
): SeenRequest {
  return { listener, method, target, headers: joined(named), body: body.toString("utf8") };
}

/** The answer as it is compared, or why it cannot be. */
function toCompared({ status, named, body }: OldAnswer): SeenResponse | string {
  if (body.length > MAX_COMPARED) return "large answers";
  if (named["content-encoding"] !== undefined) return "compressed answers";
  return { status, headers: joined(named), body: body.toString("utf8") };
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}
