import { noContent } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { signOutEverywhere } from "../../flows/end-signed-out.ts";
import { refuse } from "../../http/refuse.ts";
import { parameterMissing } from "../../oauth/oauth-error.ts";

/** DELETE /oauth2/auth/sessions/login: the user must sign in again, in every browser. */
export const revokeAuthenticationSession: Endpoint = async (request, context) => {
  const subject = request.query.get("subject");
  if (subject === null || subject === "")
    return refuse(parameterMissing("subject"), request, context);
  await signOutEverywhere(subject, context);
  return noContent();
};
