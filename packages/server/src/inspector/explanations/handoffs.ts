/** The handoff to the login and consent apps, and the return of the browser. */

import { type Acceptances, type Rejections, START_AGAIN } from "./explanation.ts";

/** Steps that succeeded. */
export const handoffAcceptances = {
  login_fetched: { because: "The challenge is valid and the request is still open." },
  login_accepted: { because: "The login app authenticated the user." },
  login_rejected: { because: "The login app rejected the sign-in." },
  consent_fetched: { because: "The challenge is valid and the request is still open." },
  consent_accepted: { because: "The user gave consent." },
  consent_rejected: { because: "The user or the consent app denied the request." },
} satisfies Acceptances;

/** Steps that were rejected. */
export const handoffRejections = {
  not_answered: {
    fix: "Accept or reject the request in the login or consent app before it redirects the browser.",
  },
  already_used: { fix: START_AGAIN },
  came_back_too_late: {
    fix: "Start again, or increase ttl.login_consent_request.",
  },
  another_browser: {
    reference: "RFC 6749 §10.12",
    fix: "Start and finish in the same browser. If it was the same, check that it accepts cookies, and check serve.cookies.same_site_mode.",
  },
  not_asked: { fix: "Send the challenge exactly as the login or consent app received it." },
  expired: { fix: START_AGAIN },
  subject_missing: { fix: "Send the id of the user as subject." },
  subject_changed: { fix: "When skip is true, accept the request with the subject it names." },
} satisfies Rejections;
