import type { Feature } from "../feature/feature.ts";
import { audit } from "./audit/feature.ts";
import { authorizationDetails } from "./authorization-details/feature.ts";
import { backchannel } from "./backchannel/feature.ts";
import { device } from "./device/feature.ts";
import { inspector } from "./inspector/feature.ts";
import { managedResources } from "./managed-resources/feature.ts";
import { operators } from "./operators/feature.ts";
import { registration } from "./registration/feature.ts";
import { signals } from "./signals/feature.ts";
import { support } from "./support/feature.ts";
import { termination } from "./termination/feature.ts";
import { tokenExchange } from "./token-exchange/feature.ts";
import { trustedIssuers } from "./trusted-issuers/feature.ts";
import { usage } from "./usage/feature.ts";

/** The features of a server, unless it is composed of others. */
export const standardFeatures: readonly Feature[] = [
  authorizationDetails,
  device,
  backchannel,
  registration,
  trustedIssuers,
  tokenExchange,
  support,
  termination,
  inspector,
  managedResources,
  usage,
  operators,
  signals,
  audit, // The last to listen to changes: it holds a lock of all changes from then on.
];
