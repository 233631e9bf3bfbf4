import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { Log } from "../../telemetry/log.ts";
import { oauthError } from "../response.ts";
import { announcesTooMuch, collectBody, hasBody } from "./body.ts";
import type { Response, Request } from "../endpoint.ts";
import type { Handler } from "../handler.ts";
import { send, sendAndDrain } from "./send.ts";

/** What stands between Node's messages and a handler. */
export interface ReceiverOptions {
  readonly handler: Handler;
  readonly body_bytes: number;
  readonly encrypted: boolean;
  readonly log: Log;
  /** Whether the listener is on its way out and every connection should end with its answer. */
  readonly isClosing: () => boolean;
}

const PATIENCE_MS = 1_000;

/** Builds the listener that turns each message into a plain request and the answer back into bytes. */
export function createReceiver(options: ReceiverOptions): RequestListener {
  const { handler, body_bytes, encrypted, log, isClosing } = options;

  return (message, response) => {
    const received_at_ms = Date.now();
    const go = (body: string | undefined): void => respond(message, response, body, received_at_ms);
    if (!hasBody(message)) go("");
    else if (announcesTooMuch(message, body_bytes)) go(undefined);
    else collectBody(message, body_bytes, go);
  };

  function respond(
    message: IncomingMessage,
    response: ServerResponse,
    body: string | undefined,
    received_at_ms: number,
  ): void {
    const answer = handler({
      method: message.method ?? "",
      target: message.url ?? "",
      headers: headersOf(message),
      body,
      address: message.socket.remoteAddress ?? "",
      encrypted,
      received_at_ms,
    });
    if (answer instanceof Promise) void answer.then((settled) => write(response, settled, body));
    else write(response, answer, body);
  }

  function write(response: ServerResponse, answer: Response, body: string | undefined): void {
    try {
      if (body === undefined) sendAndDrain(response, answer, PATIENCE_MS);
      else send(response, answer, isClosing());
    } catch (error) {
      log.error("answer not sent", { error });
      if (response.headersSent) response.destroy();
      else send(response, unsendable, true);
    }
  }
}

function headersOf({ headers }: IncomingMessage): Request["headers"] {
  if (isPlain(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value?.toString()]),
  );
}

// Node keeps one header as a list, and it is one that no honest request has.
function isPlain(
  headers: IncomingHttpHeaders,
): headers is IncomingHttpHeaders & Request["headers"] {
  return headers["set-cookie"] === undefined;
}

/** In place of an answer with a header that would end early. */
export const unsendable = oauthError({
  error: "server_error",
  error_description: "The server made an answer that HTTP cannot carry.",
});
