/** What the endpoints, flows and jobs of a feature in another package are made with. */

export { answerFlow, showFlow } from "../api/admin/flow-handoff.ts";
export { readChallenge } from "../api/admin/handoff.ts";
export type { OwnApi } from "../api/own-api.ts";
export type { Conclusion, EndedFlow, FlowKind, StepResult } from "../context/context.ts";
export { generateClientSecret, hashGeneratedSecret } from "../crypto/client-secret.ts";
export { equalInConstantTime } from "../crypto/constant-time.ts";
export { type FeatureTokenKind, readGrantToken, writeGrantToken } from "../crypto/grant-token.ts";
export { randomBytes, randomId } from "../crypto/random.ts";
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
export { findSession } from "../flows/find-session.ts";
export { clientGone, lostRace, storedNothing } from "../flows/flow-step.ts";
export { publicUrl } from "../flows/page-urls.ts";
export { startFlow } from "../flows/start-flow.ts";
export type { ErrorMeaning } from "../grants/grant-type.ts";
export { endOfLife } from "../grants/lifespans.ts";
export type { LogFormat } from "../http/access-log.ts";
export { type ErrorRenderer, type Failure, createJsonErrorRenderer } from "../http/failure.ts";
export { parseForm, readQuery } from "../http/form.ts";
export { readJson, readOptionalJson } from "../http/json.ts";
export { FORM, mediaTypeOf } from "../http/media-type.ts";
export { pageHeaders, readFilter, readPage } from "../http/pagination.ts";
export { refuse } from "../http/refuse.ts";
export type { Request } from "../http/request.ts";
export { type Response, json, noContent, noStore, tokenResponse } from "../http/response.ts";
export type { ExplainedRejections } from "../inspector/explanations.ts";
export { startDeliveries } from "../jobs/deliveries.ts";
export type { Job } from "../jobs/repeat.ts";
export type { MaybePromise } from "../maybe-promise.ts";
export { explainOutboundRejection } from "../outbound/outbound-rejection.ts";
export { explainRefusedUrl } from "../outbound/outbound.ts";
export { KnownCode } from "../telemetry/mask-log-fields.ts";
export type { Counter, Metrics } from "../telemetry/metrics.ts";
