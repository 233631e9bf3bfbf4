import { clientCredentials } from "./client-credentials.ts";
import { clientGet, clientList } from "./clients.ts";
import { codeFlowEs256, codeFlowRs256 } from "./code-flow.ts";
import { discovery, health, jwks } from "./documents.ts";
import { introspection } from "./introspection.ts";
import { refreshRotation } from "./refresh.ts";
import type { Work } from "./work.ts";
import { workersIntrospection, workersToken } from "./workers.ts";

/** What a quick look is at. */
export const glance: readonly Work[] = [
  clientCredentials,
  introspection,
  codeFlowEs256,
  refreshRotation,
  discovery,
  clientGet,
];

/** Everything that is measured, in the order of the table. */
export const works: readonly Work[] = [
  clientCredentials,
  introspection,
  codeFlowEs256,
  codeFlowRs256,
  refreshRotation,
  jwks,
  discovery,
  health,
  clientList,
  clientGet,
  workersToken,
  workersIntrospection,
];
