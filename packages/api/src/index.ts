export type { Access, ApiKeyScope } from "./access.ts";
export type { Account, AccountAddress, AccountClaims, AccountInput } from "./account.ts";
export type {
  AuthorizationRequest,
  EndSessionRequest,
  Navigation,
} from "./authorization-request.ts";
export type { CompletedRequest } from "./completed-request.ts";
export type {
  AcceptConsentRequest,
  ConsentRequest,
  ConsentRequestSession,
} from "./consent-request.ts";
export type { GenericError } from "./generic-error.ts";
export type { HealthNotReadyStatus, HealthStatus } from "./health.ts";
export {
  type Flow,
  type FlowFilter,
  type FlowKind,
  type FlowList,
  type FlowOutcome,
  flowOutcomes,
  type FlowStep,
  type FlowSummary,
} from "./inspector.ts";
export type { ActiveToken, InactiveToken, OAuth2TokenIntrospection } from "./introspection.ts";
export type { JsonObject } from "./json-object.ts";
export type { JsonWebKey, JsonWebKeySet, JsonWebKeySetGeneratorRequest } from "./json-web-key.ts";
export type { AcceptLoginRequest, LoginRequest } from "./login-request.ts";
export type { LogoutRequest } from "./logout-request.ts";
export type {
  OAuth2Client,
  OAuth2ClientInput,
  OAuth2ClientSecretRequest,
} from "./oauth2-client.ts";
export type { OpenIDConnectContext } from "./openid-connect-context.ts";
export { operationIds, operations, type OperationId, type Operations } from "./operations.ts";
export type { NoInput, Operation } from "./operations/operation.ts";
export type { RejectRequest } from "./reject-request.ts";
export type { PreviousConsentSession } from "./session.ts";
export type {
  ClientCredentials,
  FlushInactiveOAuth2TokensRequest,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
  RevokeOAuth2TokenRequest,
} from "./token.ts";
export type { UserinfoResponse } from "./userinfo.ts";
export type { Version } from "./version.ts";
export type { WellKnown } from "./well-known.ts";
export type {
  AcceptWorkspaceConsentRequest,
  WorkspaceConsentRequest,
} from "./workspace/consent-request.ts";
export type { Installation, InstallationInput } from "./workspace/installation.ts";
export {
  capabilities,
  type Capability,
  type Integration,
  type IntegrationInput,
  type IntegrationSecretRequest,
  type IntegrationTemplate,
  type IntegrationTokenRequest,
} from "./workspace/integration.ts";
export type {
  Workspace,
  WorkspaceInput,
  WorkspaceMember,
  WorkspaceMemberInput,
  WorkspaceResource,
} from "./workspace/workspace.ts";
