/** Authorization requests: RFC 6749 §4.1, OpenID Connect Core §3. */

import type { Acceptances } from "../explanations.ts";

/** Steps that succeeded. */
export const authorizationAcceptances = {
  login_needed: {
    because: "The browser has no session, so the user must sign in.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  fresh_login_asked: {
    because:
      "The client requested a new sign-in (prompt=login or max_age=0), so the session is not used.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  registration_asked: {
    because: "The client requested a registration (prompt=create), so the user is sent to sign up.",
    reference: "OpenID Connect Initiating User Registration §4.1",
  },
  login_remembered: {
    because: "The browser has a session, so the user need not sign in again.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  consent_needed: {
    because: "No remembered consent of the user covers the request, so the user is asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  fresh_consent_asked: {
    because:
      "The client requested a new consent (prompt=consent), so remembered consents are not used.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  consent_remembered: {
    because:
      "A remembered consent of the user covers the request, or its APIs need no consent, so the user is not asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  signed_in: { because: "A page of this server requested the sign-in." },
  granted: {
    because: "The user gave consent, so the response was sent to the client.",
    reference: "RFC 6749 §4.1.2",
  },
} satisfies Acceptances;
