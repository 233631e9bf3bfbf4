import type { SystemSecrets } from "@latchkey/api";
import type { Context, Endpoint } from "../../../context/context.ts";
import { fingerprintOf } from "../../../crypto/derived-secret.ts";
import { longestLifespan } from "../../../grants/lifespans.ts";
import { isNewestOfAll, neededUntil } from "../../../grants/secret-needs.ts";
import { json, noStore } from "../../../http/response.ts";
import { timestamp } from "../../../oauth/timestamp.ts";
import type { SealProgress } from "../../../store/port/reseal-store.ts";
import type { SecretsInUse } from "../../../store/port/secret-store.ts";

/** GET /system-secrets: which secrets the running servers have, by fingerprint, and what still needs them. */
export const getSystemSecrets: Endpoint = async (_request, context) => {
  const { config, now, store } = context;
  const own = config["secrets.system"].map(fingerprintOf);
  const found = await store.system_secrets.find(now());
  const progress = await findProgress(found, context);
  const lifespan = longestLifespan(context, { rows_are_known: progress?.phase === "done" });
  return json(200, describe(found, { own, progress, lifespan }), noStore);
};

/** How far values are sealed with the secret that all servers sign with. */
async function findProgress(
  found: SecretsInUse,
  { store }: Pick<Context, "store">,
): Promise<SealProgress | undefined> {
  const [newest] = found.servers[0] ?? [];
  if (newest === undefined || !isNewestOfAll(newest, found)) return undefined;
  return store.sealed_values.findProgress(newest);
}

interface Known {
  /** The secrets of this server. */
  readonly own: readonly string[];
  readonly progress: SealProgress | undefined;
  readonly lifespan: number | "never";
}

function describe(
  { servers, signed_at }: SecretsInUse,
  { own, progress, lifespan }: Known,
): SystemSecrets {
  const secrets = [...new Set(servers.flat())].map((fingerprint) => {
    const signs_on = servers.filter(([signing]) => signing === fingerprint).length;
    const last = signed_at.get(fingerprint);
    const tokens_end_at = progress?.tokens_end_at[fingerprint];
    const until =
      signs_on > 0 || last === undefined
        ? undefined
        : neededUntil({ signed_at: last, tokens_end_at }, lifespan);
    const values = progress?.values[fingerprint];
    return {
      fingerprint,
      ...(own.includes(fingerprint) && { position: own.indexOf(fingerprint) + 1 }),
      known_by: servers.filter((fingerprints) => fingerprints.includes(fingerprint)).length,
      signs_on,
      ...(last !== undefined && { signed_at: timestamp(last) }),
      ...(until !== undefined && until !== "never" && { needed_until: timestamp(until) }),
      ...(signs_on === 0 && values !== undefined && { values }),
    };
  });
  return {
    servers: servers.length,
    secrets,
    ...(progress && { resealing: resealingOf(progress) }),
  };
}

function resealingOf(progress: SealProgress): NonNullable<SystemSecrets["resealing"]> {
  const { newest, phase, resealed, unreadable, started_at, finished_at } = progress;
  return {
    state: phase,
    fingerprint: newest,
    resealed,
    unreadable,
    started_at: timestamp(started_at),
    ...(finished_at !== undefined && { finished_at: timestamp(finished_at) }),
  };
}
