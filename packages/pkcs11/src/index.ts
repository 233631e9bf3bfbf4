import type { ExternalSigner, SignerOptions } from "@latchkey/server";
import { createPkcs11Signer } from "./signer.ts";
import { readOptions } from "./rules/options.ts";
import { startTokenProcess } from "./process/token-client.ts";

/** What a server calls whose setting `signers` names this package. */
export function openSigner(options: SignerOptions): ExternalSigner {
  return createPkcs11Signer(readOptions(options), { start: startTokenProcess });
}
