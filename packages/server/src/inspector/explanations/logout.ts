/** OpenID Connect RP-Initiated and Back-Channel Logout. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const logoutAcceptances = {
  nobody_to_log_out: {
    because: "The browser has no session, so there is nothing to end.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  another_person_is_here: {
    because: "Another user has signed in to this browser since, so their session was kept.",
  },
  logout_asked: {
    because: "The browser has a session, so the user is asked to confirm the logout.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  logout_fetched: { because: "The challenge is valid and the request is still open." },
  logout_accepted: { because: "The user confirmed the logout." },
  logout_rejected: { because: "The user declined the logout." },
  after_logout: {
    because: "The session ended, and its clients are notified.",
    reference: "OpenID Connect Back-Channel Logout §2.5",
  },
} satisfies Acceptances;
