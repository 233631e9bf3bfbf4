import type { IncomingMessage } from "node:http";
import type { OldRequest } from "./old-server.ts";
import { readBody } from "./read-body.ts";
import { endToEnd, isPlainlyFramed } from "./hop-by-hop.ts";

/** Longer bodies are refused. It is more than this server takes itself. */
export const MAX_BODY = 1_000_000;

/** Methods whose requests have no body by themselves. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** A request that is not sent on, with the status that says why. */
export interface Refused {
  readonly refused: 400 | 413 | 501;
  readonly message: string;
}

/** A request that was read to its end. */
export interface ReadRequest extends OldRequest {
  /** Whether its caller framed it in an unusual way: nothing more is read on that connection. */
  readonly is_unusual: boolean;
}

/** Reads a request to its end. What is sent on is made of it, so that the old server never sees the caller's framing. */
export async function readRequest(incoming: IncomingMessage): Promise<ReadRequest | Refused> {
  const { method = "GET", url = "", headers, rawHeaders, httpVersion } = incoming;
  if (!isPath(url)) return { refused: 400, message: "Only paths are sent to the old server.\n" };
  if (!isPlainlyFramed(headers["transfer-encoding"]))
    return { refused: 501, message: "The transfer coding is not supported.\n" };
  const body = await readBody(incoming, MAX_BODY);
  if (body === undefined) return { refused: 413, message: "The request is too large.\n" };
  return {
    method,
    target: url,
    headers: endToEnd(rawHeaders),
    named: headers,
    body,
    is_unusual:
      httpVersion !== "1.1" ||
      headers.expect !== undefined ||
      headers.upgrade !== undefined ||
      (WITHOUT_BODY.has(method) && (body.length > 0 || headers["transfer-encoding"] !== undefined)),
  };
}

/** The origin form of RFC 9112 §3.2.1. `//host` is a path, too, as long as it is never resolved as a URL. */
function isPath(target: string): boolean {
  return /^\/[!-~\u0080-\u00ff]*$/.test(target);
}
