import { completeLogout } from "../logout/complete.ts";
import { startLogout } from "../logout/start.ts";
import { showError } from "../browser/show-error.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { readForm, readQuery } from "../http/form.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";

/**
 * GET and POST /oauth2/sessions/logout: OpenID Connect RP-Initiated Logout §2. A logout comes by twice.
 *
 *   start ──▶ logout provider ──▶ complete ──▶ the clients of the session hear of it ──▶ wherever people go then
 */
export const disconnectUser: Endpoint = async (request, context) => {
  const verifier = request.query.get("logout_verifier");
  if (verifier !== null && verifier !== "") return completeLogout(verifier, request, context);

  const isForm = request.method === "POST";
  const form = isForm ? readForm(request) : undefined;
  if (form?.ok === false) return showError(form.error, request, context);
  const params = form === undefined ? readQuery(request) : form.value;
  return params === undefined
    ? showError(malformed, request, context)
    : startLogout(params, request, context);
};

const malformed: OAuthError = {
  error: "invalid_request",
  error_description: "The query holds characters that no parameter may have.",
};
