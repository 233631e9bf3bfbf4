import { createServer, type IncomingMessage, request as requestHttp, type Server } from "node:http";
import { request as requestHttps } from "node:https";
import type { Exchange, SeenRequest, SeenResponse } from "./exchange.ts";

/** A listener in front of the old server. */
export interface Forwarding {
  readonly listener: "public" | "admin";
  /** Where the old server listens. */
  readonly old: URL;
  /**
   * `forward`: every request goes to the old server, and its answer to the caller. `mirror`: a proxy has sent the request to the
   * old server already, and drops our answer; only requests that change nothing are sent again, to learn the answer.
   */
  readonly mode: "forward" | "mirror";
  readonly timeout_ms: number;
  /** Called with what the old server answered, after the caller has it. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Called for a request that cannot be compared. */
  readonly onSkipped: (reason: string) => void;
}

/** Requests with a longer body are forwarded, and not compared. */
const MAX_BODY = 1_000_000;
/** Longer ones are refused. */
const MAX_FORWARDED_BODY = 16_000_000;

/** Header fields of a connection: RFC 9110 §7.6.1. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A server that forwards to the old one and reports what it answered. The caller never waits for more than the old server. */
export function createForwarder(forwarding: Forwarding): Server {
  const { mode, onSkipped } = forwarding;
  return createServer((incoming, outgoing) => {
    void handle().catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end("The old server did not answer.\n");
    });

    async function handle(): Promise<void> {
      const body = await readBody(incoming, MAX_FORWARDED_BODY);
      if (body === undefined) {
        outgoing.writeHead(413, { connection: "close" }).end();
        return;
      }
      const request = toSeen(incoming, body, forwarding.listener);
      if (mode === "mirror") {
        outgoing.writeHead(204).end();
        if (!changesNothing(request)) onSkipped("mirrored requests that change something");
        else report(request, await askOld(incoming, body, forwarding));
        return;
      }
      const old = await askOld(incoming, body, forwarding);
      outgoing.writeHead(old.status, old.raw_headers).end(old.raw_body);
      report(request, old);
    }

    function report(request: SeenRequest, old: OldAnswer): void {
      const { status, headers, raw_body } = old;
      if (request.body.length > MAX_BODY || raw_body.length > MAX_BODY)
        return onSkipped("large requests or answers");
      if (headers["content-encoding"] !== undefined) return onSkipped("compressed answers");
      forwarding.onExchange({ request, old: { status, headers, body: raw_body.toString("utf8") } });
    }
  });
}

/** Whether the old server may be asked again. A GET with a verifier uses it up. */
function changesNothing({ method, target }: SeenRequest): boolean {
  if (method === "GET" || method === "HEAD")
    return !target.startsWith("/oauth2/auth?") && !target.startsWith("/oauth2/sessions/logout");
  return method === "POST" && /^(?:\/admin)?\/oauth2\/introspect\/?(?:\?|$)/.test(target);
}

async function readBody(incoming: IncomingMessage, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toSeen(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
  listener: SeenRequest["listener"],
): SeenRequest {
  return { listener, method, target: url, headers: joined(headers), body: body.toString("utf8") };
}

function joined(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}

interface OldAnswer extends Omit<SeenResponse, "body"> {
  readonly raw_headers: string[];
  readonly raw_body: Buffer;
}

function askOld(
  { method, url = "/", rawHeaders }: IncomingMessage,
  body: Buffer,
  { old, timeout_ms }: Forwarding,
): Promise<OldAnswer> {
  const send = old.protocol === "https:" ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<OldAnswer>();
  const asked = send(
    new URL(old.pathname.replace(/\/$/, "") + url, old),
    {
      method,
      headers: withoutHops(rawHeaders),
      // Its certificate is of the public name, and this is the server behind it.
      ...(old.protocol === "https:" && { rejectUnauthorized: !isLocal(old.hostname) }),
      signal: AbortSignal.timeout(timeout_ms),
    },
    (answer) => {
      readBody(answer, MAX_FORWARDED_BODY).then((raw_body) => {
        if (raw_body === undefined) return reject(new Error("The answer is too large."));
        const raw_headers = withoutHops(answer.rawHeaders);
        const { statusCode: status = 502, headers } = answer;
        return resolve({ status, headers: joined(headers), raw_headers, raw_body });
      }, reject);
    },
  );
  asked.on("error", reject);
  asked.end(body);
  return promise;
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** As names and values in turn, so that their case and order stay. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_value, index) => {
    const name = raw[index - (index % 2)] ?? "";
    return !HOP_BY_HOP.has(name.toLowerCase());
  });
}
