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
export { networkOf } from "../limits/networks.ts";
export { createRateLimiter } from "../limits/rate-limiter.ts";
export type { AuthorizationRequest } from "../oauth/authorization-request.ts";
export type { ResponseEnvelope, ResponseParameters } from "../oauth/authorization-response.ts";
export { bearerTokenIn } from "../oauth/bearer-token.ts";
export { type Client, defaultClientMetadata } from "../oauth/client.ts";
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
export type { RequestToken } from "../oauth/grant.ts";
export { type OAuthError, invalidRequest, parameterMissing } from "../oauth/oauth-error.ts";
export { isCodeChallenge, verifyCodeVerifier } from "../oauth/pkce.ts";
export { type InputFacts, contradicts, readInput, unacceptable } from "../oauth/read-input.ts";
export { isWebUri } from "../oauth/redirect-uri.ts";
export { describeRejection, type Explanation } from "../oauth/rejection.ts";
export { type Result, err, ok } from "../result.ts";
export { timestamp } from "../timestamp.ts";
export { joinUrl } from "../openid/urls.ts";
