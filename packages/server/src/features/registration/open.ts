import { shareCounts } from "../../context/peers.ts";
import { createAddressRateLimit } from "../../limits/address-rate-limit.ts";
import { readNetworksOf } from "../../limits/networks.ts";
import { createClientDocuments } from "./client-documents.ts";
import type { RegistrationContext } from "./context.ts";
import { defineRegistrationMetrics } from "./metrics.ts";
import { loadStatementIssuers } from "./statement-issuers.ts";
import { createRegistrationTokens, createSelfDescribedClients } from "./store.ts";

/** Opens what requests share. */
export function openRegistration(
  core: Omit<RegistrationContext, "registration">,
): RegistrationContext["registration"] {
  const { config, store } = core;
  const metrics = defineRegistrationMetrics(core.metrics);
  const clients = createSelfDescribedClients(store.tools);
  return {
    clients,
    tokens: createRegistrationTokens(store.tools),
    documents: createClientDocuments({ ...core, outcomes: metrics.documents, clients }),
    rate: createAddressRateLimit({
      name: "limits.rate.registrations",
      limitNow: () => core.config["limits.rate.registrations"],
      isExempt: readNetworksOf(() => core.config["limits.rate.exempt"]),
      share: shareCounts(core),
    }),
    statement_issuers: loadStatementIssuers(config),
    metrics,
  };
}
