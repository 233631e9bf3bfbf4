import { failureRejections } from "../context/failure-of.ts";
import { documentFetchRejections } from "../grants/find-client.ts";
import {
  type Acceptances,
  collectExplanations,
  type ExplainedRejections,
  type Explanations,
} from "../inspector/explanations.ts";
import type { ObservedGrant } from "../inspector/observed-request.ts";
import { stepsByName } from "../inspector/steps.ts";
import { authorizationAcceptances } from "../inspector/explanations/authorization.ts";
import { backchannelAcceptances } from "../inspector/explanations/backchannel.ts";
import { errorCodeExplanations } from "../inspector/explanations/error-codes.ts";
import { handoffAcceptances } from "../inspector/explanations/handoffs.ts";
import { logoutAcceptances } from "../inspector/explanations/logout.ts";
import { registrationAcceptances } from "../inspector/explanations/registration.ts";
import { tokenAcceptances } from "../inspector/explanations/tokens.ts";
import { backchannelAnswerRejections } from "../interaction/backchannel-request.ts";
import { interactionRejections } from "../interaction/interaction-rejection.ts";
import { tokenHookRejections } from "../interaction/token-hook.ts";
import { unusableRejections } from "../interaction/verifier-use.ts";
import { redemptionRejections } from "../oauth/authorization-code-grant.ts";
import { bindingRejections } from "../oauth/binding/confirmation.ts";
import { proofRejections } from "../oauth/binding/dpop.ts";
import { clientAuthenticationRejections } from "../oauth/client/authentication.ts";
import { credentialsRejections } from "../oauth/client/credentials.ts";
import {
  clientDocumentRejections,
  clientIdUrlRejections,
} from "../oauth/client/metadata-document.ts";
import { registrationRejections } from "../oauth/client/registration-policy.ts";
import { statementRejections } from "../oauth/client/software-statement.ts";
import { grantTypeRejections } from "../oauth/grant-type.ts";
import { refreshRejections } from "../oauth/refresh-token-grant.ts";
import { authorizationRequestRejections } from "../oauth/request/authorization-request-rejection.ts";
import { withdrawalRejections } from "../oauth/request/permissions.ts";
import { pushedRequestRejections } from "../oauth/request/pushed-request.ts";
import { authReqIdRejections } from "../openid/backchannel/authentication-request.ts";
import { backchannelRejections } from "../openid/backchannel/parse-request.ts";
import { logoutRejections } from "../openid/logout-hint.ts";
import { requestObjectRejections } from "../openid/request-object-rejection.ts";
import { backchannelPolicyRejections } from "./public/backchannel-authentication.ts";

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
  backchannelAcceptances,
  registrationAcceptances,
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
  backchannelRejections,
  backchannelPolicyRejections,
  backchannelAnswerRejections,
  authReqIdRejections,
  credentialsRejections,
  clientAuthenticationRejections,
  clientIdUrlRejections,
  documentFetchRejections,
  clientDocumentRejections,
  proofRejections,
  bindingRejections,
  registrationRejections,
  statementRejections,
  logoutRejections,
  failureRejections,
  errorCodeExplanations,
];
