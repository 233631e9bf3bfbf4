import type { StoreTools } from "@latchkey/server/feature/store";
import type { Accounts } from "../../store/port.ts";
import { createFederatedSessions } from "./federated-sessions.ts";
import { createFederationAttempts } from "./federation-attempts.ts";
import { createIdentityProviders } from "./identity-providers.ts";
import { createLinkedIdentities } from "./linked-identities.ts";
import type { FederationStore } from "./port.ts";

export function createFederationStore(tools: StoreTools, accounts: Accounts): FederationStore {
  const { database, sealer } = tools;
  return {
    identity_providers: createIdentityProviders(tools),
    linked_identities: createLinkedIdentities(tools, accounts),
    federation_attempts: createFederationAttempts(database, sealer),
    federated_sessions: createFederatedSessions(database, sealer),
  };
}
