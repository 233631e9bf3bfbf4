import type { FeatureCode } from "../../feature/feature.ts";
import { tokenExchange, tokenExchangeAcceptances } from "./grant-type.ts";
import { idJagRejections } from "./rules/id-jag.ts";
import { tokenExchangeRejections } from "./rules/token-exchange-rejection.ts";
import { ID_JAG_TOKEN_TYPE } from "./rules/token-types.ts";

export const code: FeatureCode<never> = {
  endpoints: {},
  grant_types: [tokenExchange],
  discover: () => ({ identity_chaining_requested_token_types_supported: [ID_JAG_TOKEN_TYPE] }),
  acceptances: [tokenExchangeAcceptances],
  rejections: [tokenExchangeRejections, idJagRejections],
};
