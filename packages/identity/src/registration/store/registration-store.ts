import type { StoreTools } from "@latchkey/server/feature/store";
import type { Accounts } from "../../store/port.ts";
import { createInvitations } from "./invitations.ts";
import type { Invitations, Registrations } from "./port.ts";
import { createRegistrations } from "./registrations.ts";

/** The tables of registration and invitations. */
export interface RegistrationStore {
  readonly registrations: Registrations;
  readonly invitations: Invitations;
}

export function createRegistrationStore(tools: StoreTools, accounts: Accounts): RegistrationStore {
  return {
    registrations: createRegistrations(tools.database, accounts),
    invitations: createInvitations(tools),
  };
}
