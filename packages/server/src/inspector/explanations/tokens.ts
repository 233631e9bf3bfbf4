/** Codes and tokens: RFC 6749, RFC 7009, RFC 7636. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const tokenAcceptances = {
  code_redeemed: {
    because:
      "The code was issued to this client, was not used or expired, and redirect_uri and code_verifier match.",
    reference: "RFC 6749 §4.1.3",
  },
  code_redeemed_with_proof: {
    because:
      "The code is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed_with_proof: {
    because:
      "The refresh token is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed: {
    because: "The refresh token was issued to this client, and its grant is not revoked.",
    reference: "RFC 6749 §6",
  },
  revoked: {
    because: "The client revoked one of its tokens, and with it all tokens of the grant.",
    reference: "RFC 7009 §2.1",
  },
} satisfies Acceptances;
