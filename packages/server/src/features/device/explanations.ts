/** The device flow: RFC 8628. */

import type { Acceptances } from "../../inspector/explanations.ts";

/** Steps that succeeded. */
export const deviceAcceptances = {
  device_asked: {
    because: "The client may use the device authorization grant, so the device got a user code.",
    reference: "RFC 8628 §3.2",
  },
  user_code_fetched: {
    because: "The user code is valid, so the user is asked to confirm it.",
    reference: "RFC 8628 §3.3",
  },
  user_code_accepted: {
    because: "The user confirmed that the code is the one on their device.",
    reference: "RFC 8628 §5.4",
  },
  user_code_rejected: {
    because: "The user does not know the device, which gets access_denied.",
    reference: "RFC 8628 §3.5",
  },
  device_granted: {
    because: "The user gave consent, so the device gets its tokens when it asks again.",
    reference: "RFC 8628 §3.3",
  },
  device_code_redeemed: {
    because: "The user gave consent, and the device code was not used or expired.",
    reference: "RFC 8628 §3.4",
  },
} satisfies Acceptances;
