import type { FeatureTokenKind } from "@latchkey/server/feature/endpoints";

/** The codes and tokens of the grants of integrations. */
export const tokenKinds = {
  code: { purpose: "workspace_code", prefix: "lk_wac_" },
  access_token: { purpose: "workspace_access_token", prefix: "lk_wat_" },
  refresh_token: { purpose: "workspace_refresh_token", prefix: "lk_wrt_" },
} as const satisfies Readonly<Record<string, FeatureTokenKind>>;
