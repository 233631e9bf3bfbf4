import type { FlowKind } from "@latchkey/api";
import type { Handle } from "../crypto/flow-id.ts";
import type { GrantTokenKind } from "../crypto/grant-token.ts";

/** A challenge or verifier. */
export type ObservedHandle = Handle;

/** How the inspector finds the flow of an operation. */
export interface OperationFacts {
  readonly kind: FlowKind;
  /** The parameters with a challenge or verifier, each with its kind. */
  readonly names?: readonly (readonly [parameter: string, handle: ObservedHandle])[];
  /** The parameters with a code or token, each with its kind. */
  readonly tokens?: readonly (readonly [parameter: string, kind: GrantTokenKind])[];
}

const authorization = "authorization";
const login = [
  ["login_challenge", "login_challenge"],
  ["challenge", "login_challenge"],
] as const;
const consent = [
  ["consent_challenge", "consent_challenge"],
  ["challenge", "consent_challenge"],
] as const;
const backchannel = [
  ["backchannel_challenge", "backchannel_challenge"],
  ["challenge", "backchannel_challenge"],
] as const;
const logout = [
  ["logout_challenge", "logout_challenge"],
  ["challenge", "logout_challenge"],
] as const;

/** The operations that are steps of a flow. */
export const observedOperations = {
  oauthAuth: {
    kind: authorization,
    names: [
      ["login_verifier", "login_verifier"],
      ["consent_verifier", "consent_verifier"],
    ],
  },
  oAuth2DeviceFlow: { kind: authorization },
  performOAuth2DeviceVerificationFlow: {
    kind: authorization,
    names: [["device_verifier", "device_verifier"]],
  },
  getUserCodeRequest: { kind: authorization },
  acceptUserCodeRequest: { kind: authorization },
  rejectUserCodeRequest: { kind: authorization },
  startBackchannelAuthentication: { kind: authorization },
  getBackchannelRequest: { kind: authorization, names: backchannel },
  acceptBackchannelRequest: { kind: authorization, names: backchannel },
  rejectBackchannelRequest: { kind: authorization, names: backchannel },
  pushAuthorizationRequest: { kind: authorization },
  getLoginRequest: { kind: authorization, names: login },
  acceptLoginRequest: { kind: authorization, names: login },
  rejectLoginRequest: { kind: authorization, names: login },
  getConsentRequest: { kind: authorization, names: consent },
  acceptConsentRequest: { kind: authorization, names: consent },
  rejectConsentRequest: { kind: authorization, names: consent },
  oauth2Token: {
    kind: authorization,
    tokens: [
      ["code", "authorization_code"],
      ["device_code", "device_code"],
      ["auth_req_id", "auth_req_id"],
      ["refresh_token", "refresh_token"],
      ["subject_token", "access_token"],
    ],
  },
  revokeOAuth2Token: { kind: authorization },
  createOidcDynamicClient: { kind: "registration" },
  setOidcDynamicClient: { kind: "registration" },
  disconnectUser: { kind: "logout", names: [["logout_verifier", "logout_verifier"]] },
  getLogoutRequest: { kind: "logout", names: logout },
  acceptLogoutRequest: { kind: "logout", names: logout },
  rejectLogoutRequest: { kind: "logout", names: logout },
  authorizeIntegration: { kind: "workspace" },
  getWorkspaceConsentRequest: { kind: "workspace", names: consent },
  acceptWorkspaceConsentRequest: { kind: "workspace", names: consent },
  rejectWorkspaceConsentRequest: { kind: "workspace", names: consent },
  exchangeToken: {
    kind: "workspace",
    tokens: [
      ["code", "workspace_code"],
      ["refresh_token", "workspace_refresh_token"],
    ],
  },
  revokeToken: {
    kind: "workspace",
    tokens: [
      ["token", "workspace_access_token"],
      ["token", "workspace_refresh_token"],
    ],
  },
} as const satisfies Record<string, OperationFacts>;
