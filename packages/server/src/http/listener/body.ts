import type { IncomingMessage } from "node:http";

/** Whether a message announces a body: most GETs do not, and need not be waited for. */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Whether a message announces more than `limit` bytes. One that lies is found out while it arrives. */
export function announcesTooMuch(message: IncomingMessage, limit: number): boolean {
  return Number(message.headers["content-length"] ?? 0) > limit;
}

/**
 * Collects a body and hands it over once: as text when it has all arrived, as undefined as soon as it
 * passes the limit. What still arrives after that is read and dropped. A sender that goes away first
 * is not reported: there is nobody left to answer.
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
