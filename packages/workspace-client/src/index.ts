export { ResponseDecodeError, UnknownResponseError } from "./response-errors.ts";
export type { AuthorizationRequest } from "./authorization-url.ts";
export { createWorkspaceClient, type WorkspaceClient } from "./client.ts";
export type { OAuthErrorCode, ServiceErrorCode } from "./error-codes.ts";
export type { LogEvent, LogFields, Logger, LogLevel } from "./log.ts";
export type { CallOptions, WorkspaceClientOptions } from "./options.ts";
export type { OpaqueOwner, Owner, User } from "./owner.ts";
export { OAuthError, ServiceError } from "./refusals.ts";
export type { RetryPolicy } from "./retry-policy.ts";
export { Secret } from "./secret.ts";
export type { CodeExchange } from "./token-request.ts";
export type { OAuthTokenResponse } from "./token-response.ts";
export type { OAuthIntrospectResponse, OAuthRevokeResponse } from "./token-status.ts";
export { ConnectionError, RequestTimeoutError } from "./transport-errors.ts";
export { WorkspaceError } from "./workspace-error.ts";
export {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookOptions,
  type WebhookProblem,
  WebhookVerificationError,
} from "./webhook.ts";
