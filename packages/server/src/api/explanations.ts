import { failureRejections } from "../context/failure-of.ts";
import {
  type Acceptances,
  collectExplanations,
  type ExplainedRejections,
  type Explanations,
} from "../inspector/explanations.ts";
import type { ObservedGrant } from "../inspector/observed-request.ts";
import { stepsByName } from "../inspector/steps.ts";
import { authorizationAcceptances } from "../inspector/explanations/authorization.ts";
import { errorCodeExplanations } from "../inspector/explanations/error-codes.ts";
import { handoffAcceptances } from "../inspector/explanations/handoffs.ts";
import { logoutAcceptances } from "../inspector/explanations/logout.ts";
import { tokenAcceptances } from "../inspector/explanations/tokens.ts";
import { interactionRejections } from "../interaction/interaction-rejection.ts";
import { tokenHookRejections } from "../interaction/token-hook.ts";
import { unusableRejections } from "../interaction/verifier-use.ts";
import { redemptionRejections } from "../oauth/authorization-code-grant.ts";
import { bindingRejections } from "../oauth/binding/confirmation.ts";
import { proofRejections } from "../oauth/binding/dpop.ts";
import { clientAuthenticationRejections } from "../oauth/client/authentication.ts";
import { credentialsRejections } from "../oauth/client/credentials.ts";
import { grantTypeRejections } from "../oauth/grant-type.ts";
import { refreshRejections } from "../oauth/refresh-token-grant.ts";
import { authorizationRequestRejections } from "../oauth/request/authorization-request-rejection.ts";
import { withdrawalRejections } from "../oauth/request/permissions.ts";
import { pushedRequestRejections } from "../oauth/request/pushed-request.ts";
import { logoutRejections } from "../openid/logout-hint.ts";
import { requestObjectRejections } from "../openid/request-object-rejection.ts";

/** What a feature explains. */
interface ExplainedFeature {
  readonly acceptances?: readonly Acceptances[];
  readonly rejections?: readonly ExplainedRejections[];
}

/** What the inspector says about all rules of a server. A table of rows that is missing here, and in all features, fails a test. */
export function explanationsOf(
  features: readonly ExplainedFeature[],
  grants: readonly ObservedGrant[],
): Explanations {
  return collectExplanations({
    steps: stepsByName(grants),
    acceptances: [...coreAcceptances, ...features.flatMap((one) => one.acceptances ?? [])],
    rejections: [...coreRejections, ...features.flatMap((one) => one.rejections ?? [])],
  });
}

const coreAcceptances: readonly Acceptances[] = [
  authorizationAcceptances,
  handoffAcceptances,
  tokenAcceptances,
  logoutAcceptances,
];

const coreRejections: readonly ExplainedRejections[] = [
  authorizationRequestRejections,
  pushedRequestRejections,
  requestObjectRejections,
  interactionRejections,
  unusableRejections,
  redemptionRejections,
  refreshRejections,
  withdrawalRejections,
  grantTypeRejections,
  tokenHookRejections,
  credentialsRejections,
  clientAuthenticationRejections,
  proofRejections,
  bindingRejections,
  logoutRejections,
  failureRejections,
  errorCodeExplanations,
];
