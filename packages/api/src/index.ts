export {
  type Account,
  type AccountAddress,
  type AccountClaims,
  type AccountFactor,
  accountClaimNames,
  accountClaims,
  type AccountInput,
  accountInput,
  type AccountErasure,
  type AccountExport,
  accountStates,
  type EditableClaim,
  editableClaims,
} from "./identity/schemas.ts";
export {
  type HashCost,
  hashCostOf,
  isAffordableHash,
  MAX_HASH_WORK,
} from "./identity/password-hash.ts";
export { normalizeUsername, readUsername, USERNAME } from "./identity/username.ts";
export {
  type Invitation,
  type InvitationInput,
  invitationInput,
  type NewInvitation,
} from "./identity/invitations.ts";
export { brandingOperations } from "./identity/branding-operations.ts";
export {
  type AccountEvent,
  type AccountEventKind,
  type AccountSession,
  accountEventKinds,
} from "./identity/history.ts";
export {
  type FailedSignIn,
  type FailedSignInMethod,
  failedSignInMethods,
  type FailedSignInReason,
  failedSignInReasons,
  type ProviderRefusal,
  type SignInLimit,
  signInLimits,
} from "./identity/failed-sign-ins.ts";
export { identityOperations } from "./identity/operations.ts";
export { federationOperations } from "./federation/operations.ts";
export { providerOfVaultScope, vaultScope } from "./federation/vault-scope.ts";
export {
  type IdentityProviderPreset,
  identityProviderPresets,
  isIdentityProviderPreset,
  presetOf,
} from "./federation/presets.ts";
export {
  accountCreationRules,
  type IdentityProvider,
  type IdentityProviderInput,
  identityProviderInput,
} from "./federation/schemas.ts";
export {
  type BrandColours,
  type Branding,
  branding,
  brandingPreviewRequest,
  type BrandingPreview,
  type BrandingState,
  colour,
  cornerRadius,
  type PageTextName,
  type PageTexts,
  pageTexts,
  pageTextsByLanguage,
  type PreviewMail,
  type PreviewPage,
  previewMails,
  previewPages,
  productName,
} from "./identity/branding.ts";
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
export {
  escapeHidden,
  hasMixedWord,
  isPlainText,
  mixesScripts,
  replaceHidden,
} from "./plain-text.ts";
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
export { type AuditEntry, type AuditHead, auditCallerKinds } from "./audit/schemas.ts";
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
export { type OutboundCheck, outboundCheckRequest } from "./outbound-check.ts";
export { type RequestedUrl, requestedUrlFields, requestedUrlsOf } from "./requested-urls.ts";
export type { SettingsReload } from "./settings-reload.ts";
export type { SystemSecrets } from "./system-secrets.ts";
export {
  type JsonWebKey,
  type JsonWebKeySet,
  type JsonWebKeySetGeneratorRequest,
  type JsonWebKeySetSummary,
  privateKeyFields,
  type SignerKeyReference,
  signerKeyReference,
  type SignerStatus,
  type SigningKey,
} from "./json-web-key.ts";
export type {
  OAuth2Client,
  OAuth2ClientInput,
  OAuth2ClientExplanation,
  OAuth2ClientSecretRequest,
} from "./oauth2-client.ts";
export { lifespanFields, oauth2Client } from "./oauth2-client.ts";
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
  mayChange,
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
export { operatorOperations } from "./operators/operations.ts";
export {
  type AdminApiKey,
  type AdminApiKeyInput,
  adminApiKeyInput,
  adminApiKeyUpdate,
  type AdminCaller,
  type NewAdminApiKey,
  type Operator,
  type OperatorInput,
  operatorInput,
  type OperatorSession,
  operatorSessionInput,
  type OperatorUpdate,
  operatorUpdate,
} from "./operators/schemas.ts";
export { mayHandOutRights, reservedRightOf, reservedRights } from "./reserved-rights.ts";
export {
  covers,
  type Denial,
  denialOf,
  type Grants,
  mayCall,
  type Permission,
  type Role,
  roles,
} from "./operations/roles.ts";
export {
  terminationHolders,
  type TerminationHolder,
  terminationInput,
  type TerminationInput,
  terminationOperations,
  type Termination,
} from "./termination/operations.ts";
export { takeoverOperations, type TakeoverStatus } from "./takeover/operations.ts";
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
export { eventOperations, signalsOperations } from "./signals/operations.ts";
export { ssfOperations } from "./signals/ssf-operations.ts";
export {
  deliveryMethods,
  type EventKind,
  eventKinds,
  eventMeanings,
  signalEvents,
  streamEvents,
  streamScopes,
  TEST_EVENT,
} from "./signals/events.ts";
export {
  type EventDelivery,
  type EventReceiver,
  type EventReceiverInput,
  eventReceiverInput,
} from "./signals/receivers.ts";
export {
  type EventStream,
  eventStreamStatus,
  newStream,
  type SsfConfiguration,
  ssfPoll,
  type SsfStream,
  ssfStatusChange,
  ssfSubject,
  ssfVerification,
  type SsfStreamChange,
  streamChange,
  type StreamStatus,
  streamStatuses,
} from "./signals/streams.ts";
export { trustedIssuerOperations } from "./trusted-issuers/operations.ts";
export { matchesTrustPattern } from "./trusted-issuers/trust-pattern.ts";
export {
  type TrustedIssuer,
  type TrustedIssuerInput,
  trustedIssuerInput,
  trustedIssuerUpdate,
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
  withMissingScheme,
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
  identityPages,
  siteIcon,
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
export { auditOperations } from "./audit/operations.ts";
export { inspectorOperations } from "./inspector/operations.ts";
export { managedResourceOperations } from "./managed-resources/operations.ts";
export {
  type ApplyLeaseInput,
  applyLeaseInput,
  type OAuth2ClientSecretComparison,
  clientSecretComparison,
  type ManagedResource,
  type ManagedResourceInput,
  managedResourceInput,
} from "./managed-resources/schemas.ts";
export { fieldNamesOf } from "./objects.ts";
export { usageOperations } from "./usage/operations.ts";
export {
  type Impact,
  type ImpactOnClient,
  type ImpactRequest,
  impactRequest,
} from "./usage/schemas.ts";
