import { completeLogout } from "../../flows/complete-logout.ts";
import { startLogout } from "../../flows/start-logout.ts";
import { showError } from "../../flows/error-page.ts";
import type { Endpoint } from "../../context/context.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET and POST /oauth2/sessions/logout: OpenID Connect RP-Initiated Logout §2. A logout comes by twice.
 *
 *   start ──▶ logout provider ──▶ complete ──▶ the clients of the session hear of it ──▶ wherever people go then
 */
export const disconnectUser: Endpoint = async (request, context) => {
  const verifier = request.query.get("logout_verifier");
  if (verifier !== null && verifier !== "") return completeLogout(verifier, request, context);

  const params = readParameters(request);
  return params.ok
    ? startLogout(params.value, request, context)
    : showError(params.error, request, context);
};
