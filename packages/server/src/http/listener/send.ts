import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import { hasBody } from "./response-text.ts";
import type { Response } from "../endpoint.ts";

/** Writes an answer whole. `close` asks the client to open a new connection for its next request. */
export function send(response: ServerResponse, answer: Response, close: boolean): void {
  response.writeHead(answer.status, headOf(answer, close));
  response.end(answer.body);
}

/**
 * Writes an answer to a request whose body nobody will read. Hanging up on a sender makes its kernel
 * throw the answer away, so the rest is drained, for `patience_ms` at most, before the connection closes.
 */
export function sendAndDrain(
  response: ServerResponse,
  answer: Response,
  patience_ms: number,
): void {
  response.writeHead(answer.status, headOf(answer, true));
  response.write(answer.body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, patience_ms);
  response.req.once("end", end).once("close", end).resume();
}

// Flat, the way Node takes a head without copying it: name, value, name, value.
function headOf(answer: Response, close: boolean): OutgoingHttpHeader[] {
  const { status, headers, body } = answer;
  const head: OutgoingHttpHeader[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? "";
    head.push(name, typeof value === "string" ? value : [...value]);
  }
  if (hasBody(status)) head.push("Content-Length", Buffer.byteLength(body));
  if (close) head.push("Connection", "close");
  return head;
}
