import { failureRejections } from "../context/failure-of.ts";
import { documentFetchRejections } from "../grants/find-client.ts";
import { collectExplanations } from "../inspector/explanations.ts";
import { assertionAcceptances } from "../inspector/explanations/assertions.ts";
import { authorizationAcceptances } from "../inspector/explanations/authorization.ts";
import { backchannelAcceptances } from "../inspector/explanations/backchannel.ts";
import { deviceAcceptances } from "../inspector/explanations/devices.ts";
import { errorCodeExplanations } from "../inspector/explanations/error-codes.ts";
import { handoffAcceptances } from "../inspector/explanations/handoffs.ts";
import { logoutAcceptances } from "../inspector/explanations/logout.ts";
import { registrationAcceptances } from "../inspector/explanations/registration.ts";
import { tokenAcceptances } from "../inspector/explanations/tokens.ts";
import { backchannelAnswerRejections } from "../interaction/backchannel-request.ts";
import { interactionRejections } from "../interaction/interaction-rejection.ts";
import { tokenHookRejections } from "../interaction/token-hook.ts";
import { userCodeRejections } from "../interaction/user-code-request.ts";
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
import { deviceCodeRejections } from "../oauth/device/device-authorization.ts";
import { grantTypeRejections } from "../oauth/grant-type.ts";
import { jwtBearerRejections } from "../oauth/jwt-bearer/jwt-bearer-grant.ts";
import { refreshRejections } from "../oauth/refresh-token-grant.ts";
import { authorizationRequestRejections } from "../oauth/request/authorization-request-rejection.ts";
import { withdrawalRejections } from "../oauth/request/permissions.ts";
import { pushedRequestRejections } from "../oauth/request/pushed-request.ts";
import { idJagRejections } from "../oauth/token-exchange/id-jag.ts";
import { tokenExchangeRejections } from "../oauth/token-exchange/token-exchange-rejection.ts";
import { authReqIdRejections } from "../openid/backchannel/authentication-request.ts";
import { backchannelRejections } from "../openid/backchannel/parse-request.ts";
import { logoutRejections } from "../openid/logout-hint.ts";
import { requestObjectRejections } from "../openid/request-object-rejection.ts";
import { backchannelPolicyRejections } from "./public/backchannel-authentication.ts";

/** What the inspector says about all rules. A table of rows that is missing here fails a test. */
export const explanations = collectExplanations({
  acceptances: [
    authorizationAcceptances,
    handoffAcceptances,
    tokenAcceptances,
    deviceAcceptances,
    backchannelAcceptances,
    registrationAcceptances,
    assertionAcceptances,
    logoutAcceptances,
  ],
  rejections: [
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
    deviceCodeRejections,
    userCodeRejections,
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
    jwtBearerRejections,
    tokenExchangeRejections,
    idJagRejections,
    logoutRejections,
    failureRejections,
    errorCodeExplanations,
  ],
});
