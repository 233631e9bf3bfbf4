import type { brandingOperations, federationOperations, identityOperations } from "@latchkey/api";
import type { FeatureCode } from "@latchkey/server/feature";
import { repeat } from "@latchkey/server/feature/endpoints";
import * as accounts from "./account-endpoints.ts";
import * as branding from "./branding/endpoints.ts";
import { reloadBranding } from "./branding/reload.ts";
import { carryAccount } from "./carry-account.ts";
import type { IdentityContext } from "./context.ts";
import * as federation from "./federation/endpoints.ts";
import { exportFailedSignIns, listFailedSignIns } from "./failed-sign-ins/endpoints.ts";
import { startFailedSignIns } from "./failed-sign-ins/job.ts";
import { countFailedSignIns } from "./failed-sign-ins/metrics.ts";
import {
  deleteAccountSession,
  deleteAccountSessions,
  listAccountEvents,
  listAccountSessions,
} from "./history/endpoints.ts";
import { addEvent } from "./history/store.ts";
import { countMails, startMailDeliveries } from "./mail/deliveries.ts";
import { identityTables } from "./migrations.ts";
import { openIdentity } from "./open.ts";
import { pageRoutes } from "./pages.ts";
import { personalData } from "./personal-data.ts";
import * as invitations from "./registration/invitation-endpoints.ts";
import { startRenaming } from "./rename-accounts.ts";
import { readAccounts } from "./read-accounts.ts";
import { registrationUrl } from "./registration/link-urls.ts";
import { renderVaultErrors } from "./vault/error-reference.ts";
import { countKeptTokens, vaultTarget } from "./vault/exchange-target.ts";
import { providerRefusals } from "./federation/rules/provider-refusal.ts";
import { vaultRejections } from "./vault/rules/vault-rejection.ts";
import { takesStrangers } from "./registration/rules/registration-policy.ts";

const BRANDING_INTERVAL_MS = 400;

export const code: FeatureCode<
  | keyof typeof identityOperations
  | keyof typeof brandingOperations
  | keyof typeof federationOperations,
  IdentityContext
> = {
  endpoints: {
    ...accounts,
    ...invitations,
    ...branding,
    ...federation,
    listAccountEvents,
    listAccountSessions,
    deleteAccountSession,
    deleteAccountSessions,
    listFailedSignIns,
    exportFailedSignIns,
  },
  tables: identityTables,
  open: openIdentity,
  prepareReload: reloadBranding,
  personalData,
  carriers: { account: carryAccount },
  rowChecks: (tools) => [{ table: "account", readRows: (most) => readAccounts(tools, most) }],
  users: ({ config, identity }) => ({
    are_all: config["urls.login"] === undefined,
    findSubject: async (subject) => (await identity.accounts.profile(subject))?.subject,
    async findByName(name) {
      const account = await identity.accounts.findByName(name);
      return account?.state === "disabled" ? undefined : account?.subject;
    },
    recordActing: (acting) => addEvent(identity.history.supportOf(acting)),
  }),
  startDeliveries: startMailDeliveries,
  defineMetrics: (metrics) => ({
    ...countMails(metrics),
    ...countKeptTokens(metrics),
    ...countFailedSignIns(metrics),
  }),
  exchange_targets: [vaultTarget],
  rejections: [vaultRejections, providerRefusals],
  renderErrors: renderVaultErrors,
  pageRoutes,
  registrationUrl: (config) =>
    takesStrangers(config["identity.registration"]) ? registrationUrl(config) : undefined,
  pageBrand: ({ identity }) => identity.brand.current(),
  // Pages about errors do not wait for a branding, so it is at hand before they need it.
  startJobs: (context) => [
    startRenaming(context),
    startFailedSignIns(context),
    repeat("branding", BRANDING_INTERVAL_MS, context, async () => {
      await context.identity.brand.load();
    }),
  ],
};
