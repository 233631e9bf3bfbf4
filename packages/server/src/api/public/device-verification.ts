import type { Endpoint } from "../../context/context.ts";
import { continueAfterUserCode } from "../../flows/device/after-user-code.ts";
import { beginVerification } from "../../flows/device/begin-verification.ts";
import { showError } from "../../flows/error-page.ts";
import { readParameters } from "../../http/form.ts";

/**
 * GET /oauth2/device/verify: RFC 8628 §3.3. One verification requests it twice; login and consent are those of `/oauth2/auth`.
 *
 *   begin ──▶ page for user codes ──▶ after the user code ──▶ login provider ──▶ …
 */
export const performOAuth2DeviceVerificationFlow: Endpoint = (request, context) => {
  const params = readParameters(request);
  if (!params.ok) return showError(params.error, request, context);
  const verifier = params.value.get("device_verifier");
  return verifier === undefined
    ? beginVerification(params.value, request, context)
    : continueAfterUserCode(verifier, params.value, request, context);
};
