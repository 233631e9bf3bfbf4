import type { FeatureContext } from "@latchkey/server/feature";
import type { AddressRateLimit, HashLanes } from "@latchkey/server/feature/endpoints";
import type { AccountBook } from "./account-book.ts";
import type { MailPart } from "./mail/mail-part.ts";
import type { BrandSource } from "./branding/brand-source.ts";
import type { ProviderClient } from "./federation/client/provider-client.ts";
import type { FailedSignIns } from "./failed-sign-ins/failed-sign-ins.ts";
import type { History } from "./history/history.ts";
import type { identitySettings } from "./settings.ts";
import type { IdentityStore } from "./store/store.ts";
import type { Vault } from "./vault/vault.ts";

/** What the endpoints and pages of this feature are given. */
export type IdentityContext = FeatureContext<"identity", IdentityPart, typeof identitySettings>;

interface IdentityPart extends MailPart {
  readonly accounts: AccountBook;
  readonly store: IdentityStore;
  readonly brand: BrandSource;
  readonly history: History;
  /** Where every sign-in that failed is recorded. */
  readonly failed_sign_ins: FailedSignIns;
  readonly provider_client: ProviderClient;
  readonly vault: Vault;
  /** Limits how often users at one address register. */
  readonly registration_rate: AddressRateLimit;
  /** The queues of password checks. Client secrets have separate ones. */
  readonly password_lanes: HashLanes;
}
