import type { IncomingMessage } from "node:http";
import { createByteCollector } from "../../limits/byte-collector.ts";

/** Whether a message has a body. Most GETs have none and are handled at once. */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Whether the Content-Length of a message exceeds `limit`. The bytes themselves are counted as they arrive. */
export function exceedsLimit(message: IncomingMessage, limit: number): boolean {
  return Number(message.headers["content-length"] ?? 0) > limit;
}

/**
 * Reads a body and calls `receive` once: with the text when it has arrived, or with undefined as soon as it exceeds the
 * limit. The rest is read and dropped. If the sender disconnects first, `receive` is not called.
 */
export function collectBody(
  message: IncomingMessage,
  limit: number,
  receive: (body: string | undefined) => void,
): void {
  const collected = createByteCollector(limit);
  let isTooLarge = false;
  message.on("data", (piece: Buffer) => {
    if (isTooLarge || collected.add(piece)) return;
    isTooLarge = true;
    receive(undefined);
  });
  message.on("end", () => {
    if (!isTooLarge) receive(collected.bytes().toString("utf8"));
  });
}
