/** The handoff to the login and consent apps, and the return of the browser. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const handoffAcceptances = {
  login_fetched: { because: "The challenge is valid and the request is still open." },
  login_accepted: { because: "The login app authenticated the user." },
  login_rejected: { because: "The login app rejected the sign-in." },
  consent_fetched: { because: "The challenge is valid and the request is still open." },
  consent_accepted: { because: "The user gave consent." },
  consent_rejected: { because: "The user or the consent app denied the request." },
} satisfies Acceptances;
