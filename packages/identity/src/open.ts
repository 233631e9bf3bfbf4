import {
  allSigningAlgorithms,
  createAddressRateLimit,
  openHashLanes,
  readNetworksOf,
  shareCounts,
  verifyWithKeysOf,
} from "@latchkey/server/feature/endpoints";
import { createAccountBook } from "./account-book.ts";
import { createBrandSource } from "./branding/brand-source.ts";
import { readConfiguredBranding } from "./branding/files.ts";
import type { IdentityContext } from "./context.ts";
import { createProviderClient } from "./federation/client/provider-client.ts";
import { openMail } from "./mail/open-mail.ts";
import { createFailedSignIns } from "./failed-sign-ins/failed-sign-ins.ts";
import { countFailedSignIns } from "./failed-sign-ins/metrics.ts";
import { createHistory } from "./history/history.ts";
import { createIdentityStore } from "./store/store.ts";
import { createVault } from "./vault/vault.ts";

/** Those of keys that providers publish. */
const asymmetricAlgorithms = allSigningAlgorithms.filter((name) => !name.startsWith("HS"));

/** Opens what requests share. */
export function openIdentity(core: Omit<IdentityContext, "identity">): IdentityContext["identity"] {
  const { config, store, metrics, server_metrics, outbound, log, now, now_ms, pause } = core;
  const configNow = (): IdentityContext["config"] => core.config;
  const password_lanes = openHashLanes(configNow, server_metrics);
  const tables = createIdentityStore(store.tools);
  const provider_client = createProviderClient({
    outbound,
    verifySignature: (jwt, jwks_uri, owner) =>
      verifyWithKeysOf({ jwks_uri, jwks_uri_owner: owner }, jwt, asymmetricAlgorithms, core),
    now_ms,
  });
  const brand = createBrandSource(readConfiguredBranding(config), tables.branding);
  const history = createHistory({
    events: tables.account_events,
    now_ms,
    keptFor: () => core.config["identity.history_for"],
    flush: () => failed_sign_ins.flush(),
    report: (error) => log.warn("account event not stored", { error }),
  });
  const failed_sign_ins = createFailedSignIns({
    store: tables.failed_sign_ins,
    accounts: tables.accounts,
    eventOf: (...happened) => history.eventOf(...happened),
    count: countFailedSignIns(metrics).failedSignIns,
    log,
    now,
    keptFor: () => core.config["identity.failed_sign_ins.kept_for"],
    keepsUnknownNames: () => core.config["identity.failed_sign_ins.unknown_names"],
  });
  const part: IdentityContext["identity"] = {
    accounts: createAccountBook(tables.accounts, now, { lanes: password_lanes }),
    store: tables,
    brand,
    history,
    failed_sign_ins,
    provider_client,
    vault: createVault({
      kept: tables.kept_tokens,
      client: provider_client,
      leases: store.leases,
      keptFor: () => core.config["ttl.kept_tokens"],
      now,
      pause,
      log,
    }),
    password_lanes,
    registration_rate: createAddressRateLimit({
      name: "limits.rate.user_registrations",
      limitNow: () => core.config["limits.rate.user_registrations"],
      isExempt: readNetworksOf(() => core.config["limits.rate.exempt"]),
      share: shareCounts(core),
    }),
    ...openMail(core, tables, () => part.brand),
  };
  return part;
}
