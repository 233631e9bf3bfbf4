import { vaultScope } from "@latchkey/api";

import { listConsents } from "../account/consents.ts";
import type { AccountVisit } from "../account/section.ts";
import { describeClient } from "../pages/client-details.ts";

/** The names of the apps that can use each provider whose tokens are kept, by the id of the provider. */
export type KeptAccess = ReadonlyMap<string, readonly string[]>;

/** Most apps that are looked up. */
const MAX_LOOKED_UP = 50;

/** An app needs the consent of the user and the right that an administrator gave it. */
export async function findKeptAccess(visit: AccountVisit): Promise<KeptAccess> {
  const { services, subject, context } = visit;
  const kept = (await services.vault?.keptFor(subject)) ?? [];
  if (kept.length === 0) return new Map();
  const consents = await listConsents(visit);
  const consented = [...consents].flatMap(([client_id, given]) => {
    const scopes = new Set(given.flatMap(({ grant_scope }) => grant_scope));
    const providers = kept.filter((id) => scopes.has(vaultScope(id)));
    return providers.length === 0 ? [] : [{ client_id, providers }];
  });
  const apps = await Promise.all(
    consented.slice(0, MAX_LOOKED_UP).map(async ({ client_id: id, providers }) => {
      const found = await context.latchkey.call("getOAuth2Client", { id });
      if (!found.ok) return [];
      const { vault_providers = [] } = found.body;
      const { name } = describeClient(found.body, "");
      return providers
        .filter((provider) => vault_providers.includes(provider))
        .map((provider) => ({ provider, name }));
    }),
  );
  const byProvider = Map.groupBy(apps.flat(), ({ provider }) => provider);
  return new Map(kept.map((id) => [id, (byProvider.get(id) ?? []).map(({ name }) => name)]));
}
