import { completeLogout } from "../../flows/complete-logout.ts";
import { replacingCookie } from "../../flows/replace-cookie.ts";
import { startLogout } from "../../flows/start-logout.ts";
import { showError } from "../../flows/error-page.ts";
import type { Endpoint } from "../../context/context.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET and POST /oauth2/sessions/logout: OpenID Connect RP-Initiated Logout §2. One logout requests it twice.
 *
 *   start ──▶ logout app ──▶ complete ──▶ clients of the session are notified ──▶ post-logout redirect
 */
export const disconnectUser: Endpoint = replacingCookie(async (request, context) => {
  const verifier = request.query.get("logout_verifier");
  if (verifier !== null && verifier !== "") return completeLogout(verifier, request, context);

  const params = readParameters(request);
  return params.ok
    ? startLogout(params.value, request, context)
    : showError(params.error, request, context);
});
