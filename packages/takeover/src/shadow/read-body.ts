import type { IncomingMessage } from "node:http";

/** The body of a message, as bytes; undefined where it is longer than `max`. */
export async function readBody(message: IncomingMessage, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
