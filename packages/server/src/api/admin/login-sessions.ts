import { noContent } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { refuse } from "../../http/refuse.ts";
import { parameterMissing } from "../../oauth/oauth-error.ts";

/** DELETE /oauth2/auth/sessions/login: the user must sign in again, in every browser. Tokens stay valid. */
export const revokeAuthenticationSession: Endpoint = async (request, context) => {
  const subject = request.query.get("subject");
  if (subject === null || subject === "")
    return refuse(parameterMissing("subject"), request, context);
  await context.store.login_sessions.forgetSubject(subject);
  return noContent();
};
