import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import { isIPv4 } from "node:net";
import { endToEnd, isPlainlyFramed } from "./hop-by-hop.ts";
import { readBody } from "./read-body.ts";

/** What is sent to the old server. */
export interface OldRequest {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly target: string;
  /** Names and values in turn, without those of the connection and of the framing. */
  readonly headers: readonly string[];
  /** All of them by name, to compare with. */
  readonly named: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface OldAnswer {
  readonly status: number;
  /** Names and values in turn, without those of the connection and of the framing. */
  readonly headers: readonly string[];
  /** All of them by name, to compare with. */
  readonly named: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The old server, and nothing else: whatever a request asks for, it is sent there. */
export interface OldServer {
  /** Sends a request once. Rejects where there is no whole answer within the time. */
  ask(request: OldRequest): Promise<OldAnswer>;
  close(): void;
}

/** Challenges and verifiers of 2.2 and later are whole sign-ins, and travel in URLs and cookies. */
export const MAX_HEAD = 65_536;
const MAX_ANSWER = 16_000_000;
const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/**
 * The only way to the old server. The host is fixed, the target is sent as it is and never resolved, and lengths are counted from
 * the bytes. A request is sent when it is whole, and once. It has a connection of its own: whatever comes on that, before, after or
 * in place of the answer, no other caller gets it.
 */
export function openOldServer(url: URL, timeout_ms: number): OldServer {
  const isSecure = url.protocol === "https:";
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const base = url.pathname.replace(/\/+$/, "");
  const agent = isSecure ? new SecureAgent({ keepAlive: false }) : new Agent({ keepAlive: false });
  const send = isSecure ? requestHttps : requestHttp;

  return {
    ask({ method, target, headers, body }) {
      const hasLength = body.length > 0 || WITH_BODY.has(method);
      const asked = send({
        protocol: url.protocol,
        hostname,
        port: url.port,
        agent,
        method,
        path: base + target,
        maxHeaderSize: MAX_HEAD,
        insecureHTTPParser: false, // Whatever NODE_OPTIONS says.
        headers: [
          "Host",
          url.host,
          ...headers,
          ...(hasLength ? ["Content-Length", String(body.length)] : []),
        ],
        // Its certificate is of the public name, and this is the server behind it.
        ...(isSecure && { rejectUnauthorized: !isLocal(hostname) }),
      });
      return answerTo(asked, body, timeout_ms);
    },
    close: () => agent.destroy(),
  };
}

async function answerTo(
  asked: ClientRequest,
  body: Buffer,
  timeout_ms: number,
): Promise<OldAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asked.on("upgrade", (_answer, socket) => {
    socket.destroy();
    reject(new Error("The old server changes the protocol."));
  });
  asked.on("response", resolve);
  asked.on("error", reject);
  asked.on("close", () => reject(new Error("The old server closed the connection.")));
  asked.end(body);

  const late = setTimeout(() => asked.destroy(new Error("The old server is late.")), timeout_ms);
  try {
    const answer = await promise;
    const { statusCode: status = 0, headers, rawHeaders } = answer;
    const isFinal = status >= 200 && status <= 599;
    if (!isFinal || !isPlainlyFramed(headers["transfer-encoding"]))
      throw new Error("The old server's answer cannot be sent on.");
    const received = await readBody(answer, MAX_ANSWER);
    if (received === undefined) throw new Error("The old server's answer is too large.");
    return { status, headers: endToEnd(rawHeaders), named: headers, body: received };
  } catch (error) {
    asked.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

function isLocal(hostname: string): boolean {
  const isLoopback = isIPv4(hostname) && hostname.startsWith("127.");
  return hostname === "localhost" || hostname === "::1" || isLoopback;
}
