/** What the endpoints, flows and jobs of a feature in another package are made with. */

export { answerFlow, showFlow } from "../api/admin/flow-handoff.ts";
export { readChallenge } from "../api/admin/handoff.ts";
export type { OwnApi } from "../api/own-api.ts";
export { cookieSecrets } from "../config/derived.ts";
export { readSettingBytes, SettingFileError } from "../config/setting-file.ts";
export { textSetting } from "../config/setting.ts";
export type {
  Acting,
  Conclusion,
  EndedFlow,
  ExchangeTarget,
  FlowKind,
  PersonalData,
  StepResult,
  Users,
} from "../context/context.ts";
export { shareCounts } from "../context/peers.ts";
export { type AddressRateLimit, createAddressRateLimit } from "../limits/address-rate-limit.ts";
export { readNetworksOf } from "../limits/networks.ts";
export { DATABASE_RETRY_AFTER } from "../context/failure-of.ts";
export { verifyWithKeysOf } from "../grants/client-keys.ts";
export { KeysUnavailableError } from "../outbound/remote-jwks.ts";
export { hashSlowly, verifySlowly } from "../crypto/argon2id.ts";
export { generateClientSecret, hashGeneratedSecret } from "../crypto/client-secret.ts";
export { readCookies } from "@latchkey/sign-in";
export { keySets } from "../context/keyring.ts";
export { MAX_OWN_KEYS_TRIED, verifyJwt } from "../crypto/jwt.ts";
export { allSigningAlgorithms } from "../oauth/algorithms.ts";
export { equalInConstantTime } from "../crypto/constant-time.ts";
export { deriveSecret } from "../crypto/derived-secret.ts";
export { type FeatureTokenKind, readGrantToken, writeGrantToken } from "../crypto/grant-token.ts";
export {
  createHashQueue,
  defaultHashLimits,
  type HashCaller,
  type HashQueue,
  HashQueueError,
} from "../crypto/hash-queue.ts";
export { randomBytes, randomId } from "../crypto/random.ts";
export { openHashLanes } from "../crypto/secret-checks.ts";
export { createHashLanes, type HashLanes, laneOf } from "../crypto/hash-lanes.ts";
export { formatOf } from "../crypto/secret-hash.ts";
export { generateWebhookSecret, webhookHeaders } from "../crypto/webhook-signature.ts";
export { errorTableHeading, errorTableRow } from "../feature/error-table.ts";
export { sendToClient } from "../flows/authorization-kind.ts";
export {
  answerClient,
  destinationOf,
  noting,
  sendErrorToClient,
} from "../flows/authorization-response.ts";
export { showError, showErrorPage } from "../flows/error-page.ts";
export { endSignedOut, signOutEverywhere } from "../flows/end-signed-out.ts";
export { findSession } from "../flows/find-session.ts";
export { clientGone, lostRace, storedNothing } from "../flows/flow-step.ts";
export { ownClient } from "../flows/own-client.ts";
export { createPageErrorRenderer } from "../flows/page-error-renderer.ts";
export { fromPage } from "../flows/page-response.ts";
export { logoutUrl, placeUrl, publicPath, publicUrl } from "../flows/page-urls.ts";
export { clientsOfSession, deliveriesTo } from "../flows/session-clients.ts";
export { findRequestTexts } from "../flows/request-texts.ts";
export { startFlow } from "../flows/start-flow.ts";
export type { ErrorMeaning } from "../grants/grant-type.ts";
export { endOfLife } from "../grants/lifespans.ts";
export type { LoginSession } from "../interaction/login-session.ts";
export type { LogFormat } from "../http/access-log.ts";
export { causedBy, identifyCaller } from "../http/cause.ts";
export { notFound } from "../http/check-request.ts";
export { type ErrorRenderer, type Failure, createJsonErrorRenderer } from "../http/failure.ts";
export { parseForm, readQuery } from "../http/form.ts";
export { readJson, readOptionalJson } from "../http/json.ts";
export { FORM, mediaTypeOf } from "../http/media-type.ts";
export { pageHeaders, readFilter, readPage } from "../http/pagination.ts";
export { refuse } from "../http/refuse.ts";
export type { Request } from "../http/request.ts";
export {
  type Response,
  type ResponseNote,
  json,
  noContent,
  noStore,
  redirect,
  tokenResponse,
} from "../http/response.ts";
export type { Route } from "../http/router.ts";
export type { ExplainedRejections } from "../inspector/explanations.ts";
export { backoffSeconds, startDeliveries } from "../jobs/deliveries.ts";
export { type Job, type RepeatedJob, repeat } from "../jobs/repeat.ts";
export type { MaybePromise } from "../maybe-promise.ts";
export { explainOutboundRejection } from "../outbound/outbound-rejection.ts";
export {
  explainRefusedUrl,
  explainUrlRefusal,
  type Outbound,
  type UrlOwner,
} from "../outbound/outbound.ts";
export { withStore } from "../process/maintenance.ts";
export { KnownCode } from "../telemetry/mask-log-fields.ts";
export type { Counter, Metrics } from "../telemetry/metrics.ts";
