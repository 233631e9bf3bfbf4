/** Why a rule said yes, and where it is written. */
export interface Decision {
  readonly because: string;
  readonly reference?: string;
}

/** The rules that let a flow go on. */
export const decisions: Readonly<Record<string, Decision>> = {
  login_needed: {
    because: "Nobody is remembered in this browser, so the person must log in.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  fresh_login_asked: {
    because: "The client asks for a fresh login, so nobody remembered counts.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  login_remembered: {
    because: "The browser is remembered, so the login provider need not ask who it is.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  consent_needed: {
    because: "No earlier answer of this person covers the request, so they are asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  fresh_consent_asked: {
    because: "The client asks for consent anew, so no earlier answer counts.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  consent_remembered: {
    because: "An earlier answer of this person covers the request, so they need not be asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  signed_in: { because: "A page of the server itself wanted to know who is there." },
  granted: {
    because: "The person allowed it, and the client is told.",
    reference: "RFC 6749 §4.1.2",
  },
  login_fetched: { because: "The challenge names a request that is still open." },
  login_accepted: { because: "The login provider knows who it is." },
  login_rejected: { because: "The login provider does not let the person in." },
  consent_fetched: { because: "The challenge names a request that is still open." },
  consent_accepted: { because: "The person allows it." },
  consent_rejected: { because: "The person, or the consent provider, does not allow it." },
  code_redeemed: {
    because: "The code is the client's, unused and in time, and all that goes with it matches.",
    reference: "RFC 6749 §4.1.3",
  },
  refreshed: {
    because: "The refresh token is the client's and the grant still stands.",
    reference: "RFC 6749 §6",
  },
  revoked: {
    because: "The client gave a token of its own back, and all tokens of the grant with it.",
    reference: "RFC 7009 §2.1",
  },
  nobody_to_log_out: {
    because: "Nobody is logged in here, so there is nothing to ask.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  another_person_is_here: {
    because: "Somebody else has the browser now, and they did not ask to leave.",
  },
  logout_asked: {
    because: "Somebody is logged in, and is asked whether they mean to leave.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  logout_fetched: { because: "The challenge names a request that is still open." },
  logout_accepted: { because: "The person means to leave." },
  logout_rejected: { because: "The person stays." },
  after_logout: {
    because: "The session ended, and every client of it is told.",
    reference: "OpenID Connect Back-Channel Logout §2.5",
  },
};
