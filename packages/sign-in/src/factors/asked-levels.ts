import type { OAuth2Client, OpenIDConnectContext } from "@latchkey/api";

import type { AskedLevels, Strength } from "./policy.ts";

/** The levels that a request asks for. What a client and the account's policy always require, no request can lower. */
export function levelsOf(
  { acr_values = [], required_acr_values }: OpenIDConnectContext,
  { default_acr_values = [], acr_values_required = false }: OAuth2Client,
  account: Strength,
): AskedLevels {
  return {
    preferred: acr_values,
    required: required_acr_values,
    always: acr_values_required && default_acr_values.length > 0 ? default_acr_values : undefined,
    account,
  };
}
