import type { FeatureContext } from "../../feature/feature.ts";
import type { AddressRateLimit } from "../../limits/address-rate-limit.ts";
import type { ClientDocuments } from "./client-documents.ts";
import type { RegistrationMetrics } from "./metrics.ts";
import type { registrationSettings } from "./settings.ts";
import type { StatementIssuers } from "./statement-issuers.ts";
import type { RegistrationTokens, SelfDescribedClients } from "./store.ts";

/** What the endpoints of this feature are given. */
export type RegistrationContext = FeatureContext<
  "registration",
  RegistrationPart,
  typeof registrationSettings
>;

interface RegistrationPart {
  readonly clients: SelfDescribedClients;
  readonly tokens: RegistrationTokens;
  readonly documents: ClientDocuments;
  /** Limits the clients that an address may register without an initial access token. */
  readonly rate: AddressRateLimit;
  readonly statement_issuers: StatementIssuers;
  readonly metrics: RegistrationMetrics;
}
