import { continueAfterConsent } from "../../flows/after-consent.ts";
import { continueAfterLogin } from "../../flows/after-login.ts";
import { beginAuthorization } from "../../flows/begin-authorization.ts";
import { stepInFlow } from "../../flows/flow-step.ts";
import { showError } from "../../flows/error-page.ts";
import type { Endpoint } from "../../context/context.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET and POST /oauth2/auth: RFC 6749 §3.1. One authorization requests it three times.
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
