export {
  type Account,
  type AccountAddress,
  type AccountClaims,
  accountClaimNames,
  accountClaims,
  type AccountInput,
  accountInput,
} from "./account.ts";
export { accessTokenFormats, accessTokenTypes, type Api, type ApiInput, apiInput } from "./apis.ts";
export type {
  AuthorizationRequest,
  EndSessionRequest,
  Navigation,
  PushedAuthorizationRequest,
  PushedAuthorizationResponse,
} from "./authorization.ts";
export {
  type AuthorizationDetailsType,
  type AuthorizationDetailsTypeInput,
  authorizationDetailsTypeInput,
  parseSentence,
  type SentencePart,
} from "./authorization-details/schemas.ts";
export { authorizationDetailsOperations } from "./authorization-details/operations.ts";
export {
  type DisplayText,
  type DisplayTexts,
  type RequestTexts,
  type ScopeTexts,
  scopeTexts,
  textIn,
} from "./display-texts.ts";
export {
  contentEncryptions,
  encryptionAlgorithms,
  postQuantumAlgorithms,
  requestEncryptionAlgorithms,
  signingAlgorithms,
} from "./algorithms.ts";
export {
  type ClientField,
  type ClientFieldFlag,
  type ClientFieldForm,
  type ClientFieldKind,
} from "./client-field.ts";
export {
  choicesOf,
  clientFieldList,
  type ClientFieldName,
  clientFields,
  type ClientFields,
  isClientFieldName,
} from "./client-fields.ts";
export { MAX_LIFESPAN, parseDuration, parseLifespan } from "./duration.ts";
export { isScope, isUuid, MIN_PASSWORD_LENGTH } from "./formats.ts";
export { grantTypeOptions } from "./grant-types.ts";
export { clientAuthMethods } from "./client-fields/authentication.ts";
export { clientFieldGroups, type ClientFieldGroup } from "./client-fields/groups.ts";
export { profileNames } from "./client-fields/authorization.ts";
export {
  type AcceptBackchannelRequest,
  acceptBackchannelRequest,
  type BackchannelAuthenticationError,
  type BackchannelAuthenticationRequest,
  type BackchannelAuthenticationResponse,
  type BackchannelRequest,
} from "./backchannel/schemas.ts";
export { backchannelOperations } from "./backchannel/operations.ts";
export {
  type Flow,
  type FlowFilter,
  type FlowKind,
  type FlowList,
  type FlowOutcome,
  flowOutcomes,
  type FlowStep,
  type FlowSummary,
} from "./inspector/schemas.ts";
export {
  type AcceptWorkspaceConsentRequest,
  acceptWorkspaceConsentRequest,
  type Installation,
  type InstallationInput,
  installationInput,
  type IntegrationTokenInput,
  integrationTokenInput,
  type IntegrationTokenIntrospection,
  type WorkspaceConsentRequest,
} from "./workspace/installations.ts";
export {
  capabilities,
  type Capability,
  type Integration,
  type IntegrationInput,
  integrationInput,
  type IntegrationSecretRequest,
  integrationSecretRequest,
  type IntegrationTemplate,
  type IntegrationTokenRequest,
} from "./workspace/integrations.ts";
export { type CompletedRequest, type RejectRequest, rejectRequest } from "./interactions/answer.ts";
export {
  type AcceptConsentRequest,
  acceptConsentRequest,
  type ConsentRequest,
  type ConsentRequestSession,
  type PreviousConsentSession,
} from "./interactions/consent.ts";
export {
  type AcceptUserCodeRequest,
  acceptUserCodeRequest,
  type RejectUserCodeRequest,
  rejectUserCodeRequest,
  type UserCodeRequest,
  type DeviceAuthorizationRequest,
  type DeviceAuthorizationResponse,
} from "./device/schemas.ts";
export { deviceOperations } from "./device/operations.ts";
export {
  type AcceptLoginRequest,
  acceptLoginRequest,
  type LoginRequest,
} from "./interactions/login.ts";
export type { LogoutRequest } from "./interactions/logout.ts";
export type { ClaimsRequest, OpenIDConnectContext } from "./interactions/requested.ts";
export type { SystemSecrets } from "./system-secrets.ts";
export {
  type JsonWebKey,
  type JsonWebKeySet,
  type JsonWebKeySetGeneratorRequest,
  type JsonWebKeySetSummary,
  privateKeyFields,
  type SigningKey,
} from "./json-web-key.ts";
export type {
  OAuth2Client,
  OAuth2ClientInput,
  OAuth2ClientExplanation,
  OAuth2ClientSecretRequest,
} from "./oauth2-client.ts";
export { lifespanFields } from "./oauth2-client.ts";
export type { ValueOf } from "./objects.ts";
export {
  coreOperations,
  operationGroups,
  operationIds,
  operations,
  served,
  type OperationId,
  type Operations,
  UNKNOWN_PATH,
} from "./operations.ts";
export {
  type NoInput,
  discoveredEndpoints,
  type Operation,
  pathInputsOf,
  queryInputsOf,
} from "./operations/operation.ts";
export { type InspectedOperation, type InspectedStep, tokenSteps } from "./operations/inspect.ts";
export { explain, type Problem, read, type Reading } from "./problem.ts";
export {
  type ClientRegistration,
  type ClientRegistrationRequest,
  type NewRegistrationToken,
  type RegistrationToken,
  type RegistrationTokenInput,
  registrationTokenInput,
} from "./registration/schemas.ts";
export { registrationOperations } from "./registration/operations.ts";
export {
  type Access,
  type ApiKeyScope,
  apiKeyScopes,
  type GenericError,
  genericError,
  type HealthNotReadyStatus,
  healthNotReadyStatus,
  type HealthStatus,
  type Version,
  type WellKnown,
} from "./service.ts";
export { type TokenHookResponse, tokenHookResponse } from "./token-hooks.ts";
export type {
  ActiveToken,
  ClientCredentials,
  FlushInactiveOAuth2TokensRequest,
  InactiveToken,
  IntrospectOAuth2TokenRequest,
  OAuth2TokenIntrospection,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
  RevokeOAuth2TokenRequest,
  UserinfoResponse,
} from "./tokens.ts";
export { trustedIssuerOperations } from "./trusted-issuers/operations.ts";
export { matchesTrustPattern } from "./trusted-issuers/trust-pattern.ts";
export {
  type TrustedIssuer,
  type TrustedIssuerInput,
  trustedIssuerInput,
} from "./trusted-issuers/schemas.ts";
export {
  bracketIpv6,
  canonicalIpAddress,
  isExclusiveRedirect,
  isExecutableUri,
  isHttpsUri,
  isRedirectUri,
  isResourceUri,
  isSecureRedirect,
  isWebUri,
  unbracketIpv6,
} from "./uri.ts";
export type { JsonObject } from "./values.ts";
export {
  type WebhookDelivery,
  type WebhookSecretRequest,
  type WebhookType,
  webhookTypes,
} from "./workspace/webhooks.ts";
export {
  type BotUser,
  workspaceApiError,
  type WorkspaceIntrospection,
  type WorkspaceOwner,
  type WorkspaceTokenResponse,
} from "./workspace/api.ts";
export { workspaceOperations } from "./workspace/operations.ts";
export { workspaceApiOperations } from "./workspace/api-operations.ts";
export {
  consoleFiles,
  consolePages,
  corePages,
  referencePages,
  signInPages,
  siteIcon,
  pageSignIn,
  backchannelPages,
  devicePages,
  workspacePages,
} from "./operations/pages.ts";
export {
  type Workspace,
  type WorkspaceInput,
  workspaceInput,
  type WorkspaceMember,
  type WorkspaceMemberInput,
  workspaceMemberInput,
  type WorkspaceResource,
} from "./workspace/workspaces.ts";
export { inspectorOperations } from "./inspector/operations.ts";
