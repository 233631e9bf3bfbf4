import { hash } from "node:crypto";
import { HIDDEN_NUMBERS } from "./signer.ts";

/**
 * The number by which the grants of a user are placed in a distributed database, so that they are together. Stored with every grant,
 * and hidden in its codes and tokens: it must never change.
 */
export function subjectKeyOf(subject: string): number {
  return (
    Buffer.from(hash("sha256", subject, "hex").slice(0, 8), "hex").readUInt32BE(0) % HIDDEN_NUMBERS
  );
}
