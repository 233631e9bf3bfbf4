/** The grant type token-exchange: RFC 8693. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const assertionAcceptances = {
  token_exchanged: {
    because:
      "The subject token is valid, and the client may exchange it for this target, scope and actor.",
    reference: "RFC 8693 §2.2.1",
  },
} satisfies Acceptances;
