/**
 * The sentences with which the inspector explains rules: what happened, which specification says so, how to fix it. To explain
 * another rule, add a row to a file of `explanations/`; a reason of the rules below that has no row does not compile.
 */

import type { UnusableError } from "../interaction/verifier-use.ts";
import type { RedemptionRejection } from "../oauth/authorization-code-grant.ts";
import type { CertificateRejection } from "../oauth/binding/client-certificate.ts";
import type { BindingRejection } from "../oauth/binding/confirmation.ts";
import type { ProofRejection } from "../oauth/binding/dpop.ts";
import type { ClientAuthenticationRejection } from "../oauth/client/authentication.ts";
import type {
  ClientDocumentRejection,
  ClientIdUrlRejection,
} from "../oauth/client/metadata-document.ts";
import type { RegistrationRejection } from "../oauth/client/registration-policy.ts";
import type { StatementRejection } from "../oauth/client/software-statement.ts";
import type { JwtBearerRejection } from "../oauth/jwt-bearer/jwt-bearer-grant.ts";
import type { RefreshRejection } from "../oauth/refresh-token-grant.ts";
import type { AuthorizationRequestRejection } from "../oauth/request/authorization-request-rejection.ts";
import type { TokenExchangeRejection } from "../oauth/token-exchange/token-exchange-rejection.ts";
import { assertionAcceptances, assertionRejections } from "./explanations/assertions.ts";
import { authorizationAcceptances, authorizationRejections } from "./explanations/authorization.ts";
import { backchannelAcceptances, backchannelRejections } from "./explanations/backchannel.ts";
import { bindingRejections } from "./explanations/binding.ts";
import { clientDocumentRejections } from "./explanations/client-documents.ts";
import { clientRejections } from "./explanations/clients.ts";
import type { Acceptances, Rejections } from "./explanations/explanation.ts";
import { handoffAcceptances, handoffRejections } from "./explanations/handoffs.ts";
import { logoutAcceptances, logoutRejections } from "./explanations/logout.ts";
import { registrationAcceptances, registrationRejections } from "./explanations/registration.ts";
import { requestObjectRejections } from "./explanations/request-objects.ts";
import { serverErrorRejections } from "./explanations/server-errors.ts";
import type { ObservedGrant } from "./observed-request.ts";
import { type Steps, stepsByName } from "./steps.ts";
import { tokenAcceptances, tokenRejections } from "./explanations/tokens.ts";

/** The explanations of steps that succeeded, by rule. */
const acceptances: Acceptances = {
  ...authorizationAcceptances,
  ...handoffAcceptances,
  ...tokenAcceptances,
  ...backchannelAcceptances,
  ...registrationAcceptances,
  ...assertionAcceptances,
  ...logoutAcceptances,
};

/** The rules that end a flow, by the name of their reason. */
const rejections: Rejections = {
  ...authorizationRejections,
  ...requestObjectRejections,
  ...handoffRejections,
  ...tokenRejections,
  ...backchannelRejections,
  ...clientRejections,
  ...clientDocumentRejections,
  ...bindingRejections,
  ...registrationRejections,
  ...assertionRejections,
  ...logoutRejections,
  ...serverErrorRejections,
} satisfies Readonly<Record<Exclude<Reason, DescriptionSuffices>, object>>;

/** How the rules of a server are explained. */
export interface Explanations {
  readonly acceptances: Acceptances;
  readonly rejections: Rejections;
  readonly steps: Steps;
}

/** Those of the core and of features, and the steps of operations and of grant types. */
export function explanationsOf(
  features: readonly Partial<Pick<Explanations, "acceptances" | "rejections">>[],
  grants: readonly ObservedGrant[],
): Explanations {
  return {
    steps: stepsByName(grants),
    acceptances: Object.assign({}, acceptances, ...features.map((one) => one.acceptances)),
    rejections: Object.assign({}, rejections, ...features.map((one) => one.rejections)),
  };
}

type Reason = (
  | AuthorizationRequestRejection
  | BindingRejection
  | CertificateRejection
  | ClientAuthenticationRejection
  | ClientDocumentRejection
  | ClientIdUrlRejection
  | JwtBearerRejection
  | ProofRejection
  | RedemptionRejection
  | RefreshRejection
  | RegistrationRejection
  | StatementRejection
  | TokenExchangeRejection
  | UnusableError
)["reason"];

/** The `error_description` of these says what to do. */
type DescriptionSuffices =
  | "act_malformed"
  | "another_user"
  | "client_id_contradicted"
  | "frontchannel_logout_uri_foreign"
  | "max_age_malformed"
  | "nonce_too_short"
  | "prompt_unknown"
  | "registration_sent";
