import type { Feature } from "../feature/feature.ts";
import { authorizationDetails } from "./authorization-details/feature.ts";
import { backchannel } from "./backchannel/feature.ts";
import { device } from "./device/feature.ts";
import { inspector } from "./inspector/feature.ts";
import { registration } from "./registration/feature.ts";
import { tokenExchange } from "./token-exchange/feature.ts";
import { trustedIssuers } from "./trusted-issuers/feature.ts";

/** The features of a server, unless it is composed of others. */
export const standardFeatures: readonly Feature[] = [
  authorizationDetails,
  device,
  backchannel,
  registration,
  trustedIssuers,
  tokenExchange,
  inspector,
];
