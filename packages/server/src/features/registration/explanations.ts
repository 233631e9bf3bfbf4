/** Dynamic registration: RFC 7591, RFC 7592. */

import type { Acceptances } from "../../inspector/explanations.ts";

/** Steps that succeeded. */
export const registrationAcceptances = {
  registered: {
    because: "The client may register here, and it describes itself within the limits.",
    reference: "RFC 7591 §3.2.1",
  },
  registration_updated: {
    because: "The client presented its registration access token, which was replaced.",
    reference: "RFC 7592 §2.2",
  },
} satisfies Acceptances;
