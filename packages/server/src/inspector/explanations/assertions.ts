/** The grant types jwt-bearer and token-exchange: RFC 7523, RFC 8693. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const assertionAcceptances = {
  token_exchanged: {
    because:
      "The subject token is valid, and the client may exchange it for this target, scope and actor.",
    reference: "RFC 8693 §2.2.1",
  },
  assertion_accepted: {
    because: "A trusted issuer signed the assertion for this server, and it was not used before.",
    reference: "RFC 7523 §3",
  },
} satisfies Acceptances;
