import { continueAfterConsent } from "../../flows/after-consent.ts";
import { continueAfterLogin } from "../../flows/after-login.ts";
import { beginAuthorization, rejectForeignVerifier } from "../../flows/begin-authorization.ts";
import { stepInFlow } from "../../flows/flow-step.ts";
import { restartForPredecessor } from "../../flows/restart-flow.ts";
import { replacingCookie } from "../../flows/replace-cookie.ts";
import { showError } from "../../flows/error-page.ts";
import type { Endpoint } from "../../context/context.ts";
import { readVerifier } from "../../crypto/verifier.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET and POST /oauth2/auth: RFC 6749 §3.1. One authorization requests it three times.
 *
 *   begin ──▶ login provider ──▶ after login ──▶ consent provider ──▶ after consent ──▶ client
 */
export const oauthAuth: Endpoint = replacingCookie(async (request, context) => {
  const params = readParameters(request);
  if (!params.ok) return showError(params.error, request, context);

  const login_verifier = params.value.get("login_verifier");
  const consent_verifier = params.value.get("consent_verifier");
  const verifier = login_verifier ?? consent_verifier;
  if (verifier === undefined) return beginAuthorization(params.value, request, context);

  const from = login_verifier === undefined ? "consent" : "login";
  const hasRequest = params.value.get("client_id") !== undefined; // Verifiers of ours come alone.
  const isForeign =
    (hasRequest || context.predecessor !== undefined) &&
    readVerifier(context.signer, from, verifier) === undefined;
  if (isForeign) {
    const again = await restartForPredecessor(from, verifier, request, context);
    if (again !== undefined) return again;
    if (hasRequest) return rejectForeignVerifier(params.value, request, context);
  }
  return login_verifier === undefined
    ? stepInFlow(continueAfterConsent, verifier, request, context)
    : stepInFlow(continueAfterLogin, verifier, request, context);
});
