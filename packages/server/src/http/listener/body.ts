import type { IncomingMessage } from "node:http";

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
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let size = 0;
  message.on("data", (chunk: Buffer) => {
    const already = size;
    size += chunk.length;
    if (size > limit) {
      first = rest = undefined;
      if (already <= limit) receive(undefined);
    } else if (first === undefined) {
      first = chunk;
    } else {
      (rest ??= [first]).push(chunk);
    }
  });
  message.on("end", () => {
    if (size > limit) return;
    const whole = rest === undefined ? first : Buffer.concat(rest, size);
    receive(whole?.toString("utf8") ?? "");
  });
}
