import type { FeatureContext } from "../../feature/feature.ts";
import type { trustedIssuerSettings } from "./settings.ts";
import type { TrustedIssuers } from "./store.ts";

/** What the endpoints and the grant type of this feature are given. */
export type TrustedIssuersContext = FeatureContext<
  "trusted-issuers",
  TrustedIssuers,
  typeof trustedIssuerSettings
>;
