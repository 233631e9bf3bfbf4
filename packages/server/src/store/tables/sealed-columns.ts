import { sealedClaims } from "./access-tokens.ts";
import { sealedFlowAnswers, sealedFlows } from "./flows.ts";
import { sealedGrants } from "./grants/grant-table.ts";
import { sealedKeys } from "./keys.ts";
import { sealedLogouts } from "./logout-requests.ts";
import { sealedPushedRequests } from "./pushed-requests.ts";
import type { SealedColumn } from "./sealed-column.ts";

/** Every sealed column of the core. What is missing here cannot be read once its secret is removed. */
export const coreSealedColumns: readonly SealedColumn[] = [
  sealedKeys,
  sealedGrants,
  sealedClaims,
  sealedFlows,
  sealedFlowAnswers,
  sealedPushedRequests,
  sealedLogouts,
];
