import type { PersonalData } from "@latchkey/server/feature/endpoints";
import { timestamp } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "./context.ts";
import { federationPersonalData } from "./federation/personal-data.ts";
import { describeFailure } from "./failed-sign-ins/endpoints.ts";
import { noFilter } from "./failed-sign-ins/store.ts";
import { describeEvent } from "./history/endpoints.ts";
import { vaultPersonalData } from "./vault/personal-data.ts";

/** More events of one account are not stored. */
const ALL = { limit: 1_000, offset: 0 };

/** What is stored of an account beside the account itself. Keys and secrets of factors are no part of it. */
export function personalData(context: IdentityContext): PersonalData {
  const { identity, now } = context;
  const federation = federationPersonalData(context);
  const vault = vaultPersonalData(context);
  const { factors, account_sessions, account_events, failed_sign_ins } = identity.store;
  return {
    async list(subject) {
      const [owned, signed_in, events, failed, linked, kept] = await Promise.all([
        factors.list(subject),
        account_sessions.list(subject, now(), ALL.limit),
        account_events.list(subject, ALL, now()),
        failed_sign_ins.list({ ...noFilter, subject, limit: ALL.limit }, now()),
        federation.list(subject),
        vault.list(subject),
      ]);
      return {
        account_factors: owned.map(({ factor_id, kind, name, created_at, last_used_at }) => ({
          id: factor_id,
          kind,
          name,
          created_at: timestamp(created_at),
          last_used_at: last_used_at === undefined ? null : timestamp(last_used_at),
        })),
        account_devices: signed_in.map(({ sid, device, amr, signed_in_at }) => ({
          session_id: sid,
          device,
          amr,
          signed_in_at: timestamp(signed_in_at),
        })),
        account_events: events.items.map(describeEvent),
        failed_sign_ins: failed.map(describeFailure),
        ...linked,
        ...kept,
      };
    },

    async erase(subject) {
      return {
        account_factors: await factors.removeAll(subject),
        account_devices: await account_sessions.removeAll(subject),
        account_events: await account_events.removeAll(subject),
        failed_sign_ins: await failed_sign_ins.removeAll(subject),
        ...(await vault.erase(subject)), // Before the links, with which they go.
        ...(await federation.erase(subject)),
      };
    },
  };
}
