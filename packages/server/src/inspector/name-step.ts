/** The names of steps, as the API returns them. */

import { type ObservedGrant, type ObservedOperation, unknownGrant } from "./observed-request.ts";

/** The name of a step, by its operation, its parameters and whether it was rejected. */
export function nameStep(
  operation: ObservedOperation,
  parameters: ReadonlyMap<string, string>,
  refused: boolean,
  grant: ObservedGrant = unknownGrant,
): string {
  if (isHandoff(operation)) return refused ? refusedHandoffs[operation] : handoffs[operation];
  switch (operation) {
    case "oauthAuth":
      if (parameters.has("login_verifier")) return "after_login";
      return parameters.has("consent_verifier") ? "after_consent" : "authorize";
    case "authorizeIntegration":
      return "authorize";
    case "oAuth2DeviceFlow":
      return refused ? "device_refused" : "device_asked";
    case "startBackchannelAuthentication":
      return refused ? "backchannel_refused" : "backchannel_asked";
    case "performOAuth2DeviceVerificationFlow":
      return "after_user_code";
    case "pushAuthorizationRequest":
      return refused ? "push_refused" : "pushed";
    case "disconnectUser":
      return parameters.has("logout_verifier") ? "after_logout" : "logout";
    case "oauth2Token":
      return refused ? grant.refused_step : grant.step;
    case "exchangeToken":
      if (parameters.get("grant_type") === "refresh_token")
        return refused ? "refresh_refused" : "refreshed";
      return refused ? "code_refused" : "code_redeemed";
    case "createOidcDynamicClient":
      return refused ? "registration_refused" : "registered";
    case "setOidcDynamicClient":
      return refused ? "registration_update_refused" : "registration_updated";
    case "revokeOAuth2Token":
    case "revokeToken":
      return refused ? "revocation_refused" : "revoked";
  }
}

function isHandoff(operation: ObservedOperation): operation is Handoff {
  return Object.hasOwn(handoffs, operation);
}

type Handoff = Exclude<Extract<ObservedOperation, `${string}Request`>, "pushAuthorizationRequest">;

const handoffs: Readonly<Record<Handoff, string>> = {
  getLoginRequest: "login_fetched",
  acceptLoginRequest: "login_accepted",
  rejectLoginRequest: "login_rejected",
  getConsentRequest: "consent_fetched",
  acceptConsentRequest: "consent_accepted",
  rejectConsentRequest: "consent_rejected",
  getUserCodeRequest: "user_code_fetched",
  acceptUserCodeRequest: "user_code_accepted",
  rejectUserCodeRequest: "user_code_rejected",
  getBackchannelRequest: "backchannel_fetched",
  acceptBackchannelRequest: "backchannel_accepted",
  rejectBackchannelRequest: "backchannel_rejected",
  getLogoutRequest: "logout_fetched",
  acceptLogoutRequest: "logout_accepted",
  rejectLogoutRequest: "logout_rejected",
  getWorkspaceConsentRequest: "consent_fetched",
  acceptWorkspaceConsentRequest: "consent_accepted",
  rejectWorkspaceConsentRequest: "consent_rejected",
};

const refusedHandoffs: Readonly<Record<Handoff, string>> = {
  getLoginRequest: "login_not_shown",
  acceptLoginRequest: "login_answer_not_taken",
  rejectLoginRequest: "login_answer_not_taken",
  getConsentRequest: "consent_not_shown",
  acceptConsentRequest: "consent_answer_not_taken",
  rejectConsentRequest: "consent_answer_not_taken",
  getUserCodeRequest: "user_code_not_shown",
  acceptUserCodeRequest: "user_code_answer_not_taken",
  rejectUserCodeRequest: "user_code_answer_not_taken",
  getBackchannelRequest: "backchannel_not_shown",
  acceptBackchannelRequest: "backchannel_answer_not_taken",
  rejectBackchannelRequest: "backchannel_answer_not_taken",
  getLogoutRequest: "logout_not_shown",
  acceptLogoutRequest: "logout_answer_not_taken",
  rejectLogoutRequest: "logout_answer_not_taken",
  getWorkspaceConsentRequest: "consent_not_shown",
  acceptWorkspaceConsentRequest: "consent_answer_not_taken",
  rejectWorkspaceConsentRequest: "consent_answer_not_taken",
};
