import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { DeviceContext } from "./context.ts";
import { continueAfterConsent } from "../../flows/after-consent.ts";
import { continueAfterLogin } from "../../flows/after-login.ts";
import { continueAfterUserCode } from "./after-user-code.ts";
import { beginVerification } from "./begin-verification.ts";
import { showError } from "../../flows/error-page.ts";
import { stepInFlow } from "../../flows/flow-step.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET /oauth2/device/verify: RFC 8628 §3.3. One verification requests it twice; login and consent are those of `/oauth2/auth`,
 * and their verifiers are read here as well, where Hydra reads them.
 *
 *   begin ──▶ page for user codes ──▶ after the user code ──▶ login provider ──▶ …
 */
export const performOAuth2DeviceVerificationFlow: FeatureEndpoint<DeviceContext> = (
  request,
  context,
) => {
  const params = readParameters(request);
  if (!params.ok) return showError(params.error, request, context);
  const device_verifier = params.value.get("device_verifier");
  if (device_verifier !== undefined)
    return continueAfterUserCode(device_verifier, params.value, request, context);
  const login_verifier = params.value.get("login_verifier");
  if (login_verifier !== undefined)
    return stepInFlow(continueAfterLogin, login_verifier, request, context);
  const consent_verifier = params.value.get("consent_verifier");
  return consent_verifier === undefined
    ? beginVerification(params.value, request, context)
    : stepInFlow(continueAfterConsent, consent_verifier, request, context);
};
