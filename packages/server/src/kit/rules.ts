/** What the rules of a feature in another package may import: pure functions and types. */

export {
  type ConsentFlow,
  isAtConsent,
  rejectConsent,
  verifyConsentOpen,
} from "../interaction/consent-transitions.ts";
export type { Flow } from "../interaction/flow.ts";
export { interactionRejections } from "../interaction/interaction-rejection.ts";
export { decideLogin } from "../interaction/next-step.ts";
export { alreadyUsed } from "../interaction/verifier-use.ts";
export {
  type BackoffKey,
  type BackoffOptions,
  createFailureBackoff,
} from "../limits/failure-backoff.ts";
export {
  type AttemptOutcome,
  describeOutcome,
  judgeAttempt,
  LISTED_FOR,
  type Verdict,
} from "../limits/delivery-attempt.ts";
export { networkOf } from "../limits/networks.ts";
export { createRateLimiter } from "../limits/rate-limiter.ts";
export { newLoginRequest } from "../interaction/login-request.ts";
export { type AuthorizationRequest, noRedirect } from "../oauth/authorization-request.ts";
export type { ResponseEnvelope, ResponseParameters } from "../oauth/authorization-response.ts";
export { bearerTokenIn } from "../oauth/bearer-token.ts";
export {
  type Client,
  type NewClient,
  defaultClientMetadata,
  wireValuesOf,
} from "../oauth/client.ts";
export { type RefusedValue, readCarriedMetadata } from "../oauth/client/metadata.ts";
export { readSecretOverlap } from "../oauth/client/secret-overlap.ts";
export {
  type Expiring,
  type RotationTimes,
  type StoredSecret,
  liveSecrets,
  rotateSecrets,
  tooManySecrets,
} from "../oauth/client/secret-rotation.ts";
export { type FormFields, decodeFormText } from "../oauth/form-fields.ts";
export type { Grant, GrantToken, RequestToken } from "../oauth/grant.ts";
export { type OAuthError, invalidRequest, parameterMissing, quote } from "../oauth/oauth-error.ts";
export { equalInConstantTime } from "../crypto/constant-time.ts";
export {
  checkJwks,
  explainJwkRejection,
  isKeyName,
  parseJwk,
  parsePublicJwk,
} from "../crypto/parse-jwk.ts";
export { MAX_JSON_DEPTH } from "../limits/json-depth.ts";
export { isCodeChallenge, verifyCodeVerifier } from "../oauth/pkce.ts";
export { type InputFacts, contradicts, readInput, unacceptable } from "../oauth/read-input.ts";
export { isWebUri } from "../oauth/redirect-uri.ts";
export {
  type Explanation,
  type RejectionOf,
  defineRejections,
  describeRejection,
  retryLater,
} from "../oauth/rejection.ts";
export { type Narrowing, narrowingOf } from "../oauth/resource/narrowing.ts";
export type { MaybePromise } from "../maybe-promise.ts";
export { type Result, err, ok } from "../result.ts";
export { timestamp } from "../oauth/timestamp.ts";
export { joinUrl } from "../openid/urls.ts";
export type { TargetRequest, TargetToken } from "../oauth/exchange-target.ts";
