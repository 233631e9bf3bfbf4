import type { Client } from "@latchkey/client";
import { type KnownEnds, verifyChain } from "../../src/crypto/verify-chain.ts";

/** Every line that a server exports. */
export async function linesOf(latchkey: Client, limit = 1_000): Promise<readonly string[]> {
  const lines: string[] = [];
  for (;;) {
    const after = lines.length === 0 ? 0 : sequenceOf(lines.at(-1) ?? "");
    const text = await latchkey.exportAuditEntries({ after, limit });
    if (text === "") return lines;
    lines.push(...text.trimEnd().split("\n"));
  }
}

function sequenceOf(line: string): number {
  return Number(/"sequence":(\d+)/.exec(line)?.[1]);
}

/** The result of a verification of lines. */
export function verify(lines: readonly string[], ends: KnownEnds = {}) {
  const verification = verifyChain(ends);
  for (const line of lines) verification.next(line);
  return verification.end();
}
