import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { TLSSocket } from "node:tls";
import type { Log } from "../../telemetry/log.ts";
import { oauthError, type Response } from "../response.ts";
import { exceedsLimit, collectBody, hasBody } from "./body.ts";
import type { PresentedCertificate, Request } from "../request.ts";
import type { Handler } from "../handler.ts";
import { send, sendAndDrain } from "./send.ts";
import { latestOn } from "./unsent-responses.ts";

/** What turns Node's messages into calls of a handler. */
export interface ReceiverOptions {
  readonly handler: Handler;
  readonly body_bytes: number;
  readonly encrypted: boolean;
  /** The address of every peer, where connections have none: on a Unix socket. */
  readonly peer?: string | undefined;
  /** Whether TLS requests client certificates here, and whether their authority is verified. */
  readonly client_certificates?: { readonly is_chain_verified: boolean } | undefined;
  /** How many milliseconds ago what is read now may have arrived. */
  readonly heldFor: () => number;
  readonly log: Log;
  /** Whether the listener is closing, so that every response closes its connection, unless a pipelined request follows. */
  readonly isClosing: () => boolean;
}

const DRAIN_MS = 1_000;

/** Builds the listener that turns each message into an IncomingRequest, and writes the response. */
export function createReceiver(options: ReceiverOptions): RequestListener {
  const { handler, body_bytes, encrypted, peer, client_certificates } = options;
  const { heldFor, log, isClosing } = options;

  return (message, response) => {
    const arrivedAt = performance.now() - heldFor();
    const handle = (body: string | undefined): void =>
      respond(message, response, body, performance.now() - arrivedAt);
    if (!hasBody(message)) handle("");
    else if (exceedsLimit(message, body_bytes)) handle(undefined);
    else collectBody(message, body_bytes, handle);
  };

  function respond(
    message: IncomingMessage,
    response: ServerResponse,
    body: string | undefined,
    age_ms: number,
  ): void {
    const answer = handler({
      method: message.method ?? "",
      target: message.url ?? "",
      headers: headersOf(message),
      body,
      address: peer ?? message.socket.remoteAddress ?? "",
      encrypted,
      certificate: client_certificates && certificateOn(message.socket, client_certificates),
      age_ms,
    });
    if (answer instanceof Promise) void answer.then((settled) => write(response, settled, body));
    else write(response, answer, body);
  }

  function write(response: ServerResponse, answer: Response, body: string | undefined): void {
    try {
      if (body === undefined) sendAndDrain(response, answer, DRAIN_MS);
      else send(response, answer, isClosing() && latestOn(response.req.socket) === response);
    } catch (error) {
      log.error("response not sent", { error });
      if (response.headersSent) response.destroy();
      else send(response, unsendable, true);
    }
  }
}

/** The certificate that the client presented in the handshake, in which it proved that it has the private key. */
function certificateOn(
  socket: IncomingMessage["socket"],
  { is_chain_verified }: { readonly is_chain_verified: boolean },
): PresentedCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return { der: certificate.raw, is_chain_verified: is_chain_verified && socket.authorized };
}

function headersOf({ headers }: IncomingMessage): Request["headers"] {
  if (isPlain(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value?.toString()]),
  );
}

// Node has one header as a list, set-cookie, which belongs in responses.
function isPlain(
  headers: IncomingHttpHeaders,
): headers is IncomingHttpHeaders & Request["headers"] {
  return headers["set-cookie"] === undefined;
}

/** Sent in place of a response with an invalid header value. */
export const unsendable = oauthError({
  error: "server_error",
  error_description: "The server made a response that HTTP cannot represent.",
});
