import type { operatorOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import * as apiKeyEndpoints from "./api-key-endpoints.ts";
import { lastCheckOf } from "./caller.ts";
import type { OperatorsContext } from "./context.ts";
import { endSessionsWithAccount, heldOperatorSessions } from "./ended-sessions.ts";
import { createCallerSource } from "./find-caller.ts";
import { operatorTables } from "./migrations.ts";
import * as operatorEndpoints from "./operator-endpoints.ts";
import { ownClients } from "./own-clients.ts";
import { operatorPersonalData } from "./personal-data.ts";
import * as sessionEndpoints from "./session-endpoints.ts";
import { createApiKeys } from "./store/api-keys.ts";
import { createOperators, createOperatorSessions } from "./store/operators.ts";
import { createUsedKeys } from "./used-keys.ts";
import { startUsedKeysJob } from "./used-keys-job.ts";

export const code: FeatureCode<keyof typeof operatorOperations, OperatorsContext> = {
  endpoints: { ...apiKeyEndpoints, ...operatorEndpoints, ...sessionEndpoints },
  tables: { ...operatorTables, onChange: endSessionsWithAccount },
  open: ({ store: { tools } }) => ({
    api_keys: createApiKeys(tools),
    operators: createOperators(tools),
    sessions: createOperatorSessions(tools),
    used_keys: createUsedKeys(),
  }),
  client_source: ownClients,
  findCaller: createCallerSource,
  roleHolders: (context) => ({
    find: (subject) => context.operators.operators.find(subject),
    isLastAdministrator: (subject, request) =>
      context.operators.operators.isLastAdministrator(subject, lastCheckOf(request, context)),
  }),
  startJobs: (context) => [startUsedKeysJob(context)],
  personalData: operatorPersonalData,
  holdings: ({ store }) => [heldOperatorSessions(store.tools.database)],
};
