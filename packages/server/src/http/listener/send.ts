import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import { allowsBody } from "./response-text.ts";
import type { Response } from "../response.ts";

/** Sends a response. `close` closes the connection afterwards. */
export function send(response: ServerResponse, answer: Response, close: boolean): void {
  response.writeHead(answer.status, headOf(answer, close));
  response.end(answer.bytes ?? answer.body);
}

/**
 * Sends a response to a request whose body is too large to read. Closing the connection while the client still sends would
 * make its kernel discard the response, so the rest is drained, for `drain_ms` at most, before the connection is closed.
 */
export function sendAndDrain(response: ServerResponse, answer: Response, drain_ms: number): void {
  response.writeHead(answer.status, headOf(answer, true));
  response.write(answer.bytes ?? answer.body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, drain_ms);
  response.req.once("end", end).once("close", end).resume();
}

// A flat list of names and values, which Node uses without copying it.
function headOf(answer: Response, close: boolean): OutgoingHttpHeader[] {
  const { status, headers, body, bytes } = answer;
  const head: OutgoingHttpHeader[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? "";
    head.push(name, typeof value === "string" ? value : [...value]);
  }
  if (allowsBody(status)) head.push("Content-Length", bytes?.byteLength ?? Buffer.byteLength(body));
  if (close) head.push("Connection", "close");
  return head;
}
