import { boundToken } from "./bound-token.ts";
import { clientCredentials } from "./client-credentials.ts";
import { clientGet, clientList } from "./clients.ts";
import { codeFlowEs256, codeFlowRs256, pushedCodeFlow } from "./code-flow.ts";
import { discovery, health, jwks } from "./documents.ts";
import { tokenExchange } from "./exchange.ts";
import { introspection } from "./introspection.ts";
import { refreshRotation } from "./refresh.ts";
import type { Workload } from "./workload.ts";
import { workersIntrospection, workersToken } from "./workers.ts";

/** The workloads of `--quick`. */
export const quickWorkloads: readonly Workload[] = [
  clientCredentials,
  introspection,
  codeFlowEs256,
  refreshRotation,
  discovery,
  clientGet,
];

/** Everything that is measured, in the order of the table. */
export const workloads: readonly Workload[] = [
  clientCredentials,
  introspection,
  codeFlowEs256,
  codeFlowRs256,
  pushedCodeFlow,
  refreshRotation,
  boundToken,
  tokenExchange,
  jwks,
  discovery,
  health,
  clientList,
  clientGet,
  workersToken,
  workersIntrospection,
];
