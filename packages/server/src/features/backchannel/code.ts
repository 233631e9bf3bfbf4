import type { backchannelOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { offeredAlgorithms } from "../../oauth/algorithms.ts";
import { acceptedAlgorithms } from "../../oauth/profiles/profile.ts";
import { createDeliveries } from "../../store/tables/outbox.ts";
import {
  backchannelPolicyRejections,
  startBackchannelAuthentication,
} from "./authentication-endpoint.ts";
import type { BackchannelContext } from "./context.ts";
import { countAttempts, startBackchannelDeliveries } from "./deliveries.ts";
import { backchannelAcceptances } from "./explanations.ts";
import { backchannelAuthentication } from "./grant-type.ts";
import { backchannelTables } from "./migrations.ts";
import * as requestEndpoints from "./request-endpoints.ts";
import { backchannelAnswerRejections } from "./rules/answer.ts";
import { authReqIdRejections } from "./rules/authentication-request.ts";
import { backchannelRejections } from "./rules/parse-request.ts";
import { backchannel_delivery, createBackchannelRequests, heldRequests } from "./store.ts";

export const code: FeatureCode<keyof typeof backchannelOperations, BackchannelContext> = {
  endpoints: { startBackchannelAuthentication, ...requestEndpoints },
  tables: backchannelTables,
  open: ({ store: { tools } }) => ({
    requests: createBackchannelRequests(tools),
    deliveries: createDeliveries(tools.database, backchannel_delivery),
  }),
  grant_types: [backchannelAuthentication],
  holdings: ({ store }) => [heldRequests(store.tools)],
  discover,
  startDeliveries: (context) => [startBackchannelDeliveries(context)],
  defineMetrics: countAttempts,
  acceptances: [backchannelAcceptances],
  rejections: [
    backchannelRejections,
    backchannelPolicyRejections,
    backchannelAnswerRejections,
    authReqIdRejections,
  ],
};

/** OpenID CIBA Core §4. */
function discover(config: BackchannelContext["config"]) {
  return {
    backchannel_token_delivery_modes_supported: ["poll", "ping"],
    backchannel_authentication_request_signing_alg_values_supported: acceptedAlgorithms(
      config["security.profile"],
      offeredAlgorithms(config["oidc.ml_dsa.enabled"]),
    ),
    backchannel_user_code_parameter_supported: false,
  };
}
