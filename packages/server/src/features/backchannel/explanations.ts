/** Backchannel authentications: OpenID CIBA Core. */

import type { Acceptances } from "../../inspector/explanations.ts";

const TOKEN_ERROR = "OpenID CIBA Core §11";

/** Steps that succeeded. */
export const backchannelAcceptances = {
  backchannel_asked: {
    because: "The client may use the grant type, and its hint names a user, who is asked now.",
    reference: "OpenID CIBA Core §7.3",
  },
  backchannel_fetched: {
    because: "The challenge is valid and the request is still open.",
    reference: "OpenID CIBA Core §8",
  },
  backchannel_accepted: {
    because: "The user authenticated and allowed it, so the client gets its tokens when it asks.",
    reference: "OpenID CIBA Core §8",
  },
  backchannel_rejected: {
    because: "The user denied it, so the client gets access_denied.",
    reference: TOKEN_ERROR,
  },
  auth_req_id_redeemed: {
    because: "The user allowed it, and the auth_req_id was not used or expired.",
    reference: "OpenID CIBA Core §10.1.1",
  },
} satisfies Acceptances;
