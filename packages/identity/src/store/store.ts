import type { FederationStore } from "../federation/store/port.ts";
import { createFederationStore } from "../federation/store/store.ts";
import type { StoreTools } from "@latchkey/server/feature/store";
import { createMailStore, type MailStore } from "../mail/store/mail-store.ts";
import {
  createRegistrationStore,
  type RegistrationStore,
} from "../registration/store/registration-store.ts";
import { createStoredBranding, type StoredBranding } from "../branding/store.ts";
import { createFailedSignInStore, type FailedSignInStore } from "../failed-sign-ins/store.ts";
import { type AccountEvents, createAccountEvents } from "../history/store.ts";
import type { KeptTokenStore } from "../vault/store/port.ts";
import { createKeptTokens } from "../vault/store/kept-tokens.ts";
import { createAccounts } from "./accounts.ts";
import { createAccountSessions } from "./account-sessions.ts";
import { createFactors } from "./factors.ts";
import { createAccountDevices } from "./account-devices.ts";
import type { AccountDevices, Accounts, AccountSessions, Factors } from "./port.ts";

/** The tables of this feature. */
export interface IdentityStore extends MailStore, RegistrationStore, FederationStore {
  readonly accounts: Accounts;
  readonly factors: Factors;
  readonly account_sessions: AccountSessions;
  readonly account_devices: AccountDevices;
  readonly branding: StoredBranding;
  readonly account_events: AccountEvents;
  readonly failed_sign_ins: FailedSignInStore;
  readonly kept_tokens: KeptTokenStore;
}

export function createIdentityStore(tools: StoreTools): IdentityStore {
  const { database, onUnreadable } = tools;
  const accounts = createAccounts(tools);
  return tools.traced({
    accounts,
    ...createRegistrationStore(tools, accounts),
    factors: createFactors(tools),
    account_sessions: createAccountSessions(database),
    ...createFederationStore(tools, accounts),
    account_devices: createAccountDevices(database),
    ...createMailStore(tools),
    branding: createStoredBranding(tools),
    account_events: createAccountEvents(database, onUnreadable),
    failed_sign_ins: createFailedSignInStore(tools),
    kept_tokens: createKeptTokens(tools),
  });
}
