import { openHashQueue } from "@latchkey/server/feature/endpoints";
import { createAccountBook } from "./account-book.ts";
import { createBrandSource } from "./branding/brand-source.ts";
import { readConfiguredBranding } from "./branding/files.ts";
import type { IdentityContext } from "./context.ts";
import { createProviderClient } from "./federation/client/provider-client.ts";
import { openMail } from "./mail/open-mail.ts";
import { createHistory } from "./history/history.ts";
import { createIdentityStore } from "./store/store.ts";
import { createVault } from "./vault/vault.ts";

/** Opens what requests share. */
export function openIdentity(core: Omit<IdentityContext, "identity">): IdentityContext["identity"] {
  const { config, store, server_metrics, outbound, log, now, now_ms, pause } = core;
  const password_queue = openHashQueue(config, server_metrics);
  const tables = createIdentityStore(store.tools);
  const provider_client = createProviderClient(outbound, now_ms);
  const brand = createBrandSource(readConfiguredBranding(config), tables.branding);
  return {
    accounts: createAccountBook(tables.accounts, now, { queue: password_queue }),
    store: tables,
    brand,
    history: createHistory({
      events: tables.account_events,
      findByName: (name) => tables.accounts.findByName(name),
      now_ms,
      kept_for: config["identity.history_for"],
      report: (error) => log.warn("account event not stored", { error }),
    }),
    provider_client,
    vault: createVault({
      kept: tables.kept_tokens,
      client: provider_client,
      leases: store.leases,
      kept_for: config["ttl.kept_tokens"],
      now,
      pause,
      log,
    }),
    password_queue,
    ...openMail(core, tables, brand),
  };
}
