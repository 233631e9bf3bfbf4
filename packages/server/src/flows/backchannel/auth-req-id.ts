import type { Context } from "../../context/context.ts";
import { writeGrantToken } from "../../crypto/grant-token.ts";
import type { BackchannelRequest } from "../../openid/backchannel/authentication-request.ts";

/** OpenID CIBA Core §7.3: the `auth_req_id` of a request. It cannot be guessed, as it has a MAC. */
export function writeAuthReqId(
  { request_id: grant_id, requested_at: issued_at, valid_until: expires_at }: BackchannelRequest,
  { signer }: Context,
): string {
  return writeGrantToken(signer, "auth_req_id", { grant_id, generation: 0, issued_at, expires_at });
}
