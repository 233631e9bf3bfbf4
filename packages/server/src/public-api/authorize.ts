import { continueAfterConsent } from "../authorization/after-consent.ts";
import { continueAfterLogin } from "../authorization/after-login.ts";
import { beginAuthorization } from "../authorization/begin.ts";
import { stepInFlow } from "../authorization/step-in-flow.ts";
import { showError } from "../browser/show-error.ts";
import type { Endpoint, Request } from "../http/endpoint.ts";
import { readForm, readQuery } from "../http/form.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/**
 * GET and POST /oauth2/auth: RFC 6749 §3.1. One authorization comes by three times.
 *
 *   begin ──▶ login provider ──▶ after login ──▶ consent provider ──▶ after consent ──▶ client
 */
export const oauthAuth: Endpoint = async (request, context) => {
  const params = readParameters(request);
  if (!params.ok) return showError(params.error, request, context);

  const login_verifier = params.value.get("login_verifier");
  if (login_verifier !== undefined)
    return stepInFlow(continueAfterLogin, login_verifier, request, context);
  const consent_verifier = params.value.get("consent_verifier");
  if (consent_verifier !== undefined)
    return stepInFlow(continueAfterConsent, consent_verifier, request, context);
  return beginAuthorization(params.value, request, context);
};

function readParameters(request: Request): Result<FormFields, OAuthError> {
  if (request.method === "POST") return readForm(request);
  const params = readQuery(request);
  return params === undefined ? err(malformed) : ok(params);
}

const malformed: OAuthError = {
  error: "invalid_request",
  error_description: "The query holds characters that no parameter may have.",
};
