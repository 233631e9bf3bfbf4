/** The device flow: RFC 8628. */

import {
  type Acceptances,
  type Rejections,
  TOKEN_ERROR,
} from "../../inspector/explanations/explanation.ts";

const DEVICE_ERROR = "RFC 8628 §3.5";

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

/** Steps that were rejected. */
export const deviceRejections = {
  user_code_invalid: {
    because: "No device waits for this user code: it is mistyped, expired, or was entered before.",
    reference: "RFC 8628 §3.3",
    fix: "Enter the code that the device displays now, or start again on the device.",
  },
  user_code_guessed: {
    because: "Too many wrong user codes were entered in this browser or from this address.",
    reference: "RFC 8628 §5.1",
    fix: "Wait, then enter the code that the device displays. The limits are limits.user_code.*.",
  },
  device_code_unknown: {
    because: "This server did not issue the device code, or issued it to another client.",
    reference: TOKEN_ERROR,
    fix: "Send the device code exactly as it was received, with the client that requested it.",
  },
  device_code_used: {
    reference: DEVICE_ERROR,
    fix: "Stop asking once the tokens have arrived.",
  },
  device_code_expired: {
    reference: DEVICE_ERROR,
    fix: "Start again on the device, or increase ttl.device_user_code.",
  },
  device_denied: { reference: DEVICE_ERROR },
  device_polls_too_fast: {
    reference: DEVICE_ERROR,
    fix: "Wait for interval seconds between two token requests, and 5 seconds longer after each slow_down.",
  },
} satisfies Rejections;
