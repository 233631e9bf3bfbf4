import type { SystemSecrets } from "@latchkey/api";
import type { Endpoint } from "../../../context/context.ts";
import { longestLifespan } from "../../../grants/lifespans.ts";
import { json, noStore } from "../../../http/response.ts";
import { timestamp } from "../../../oauth/timestamp.ts";
import type { SecretsInUse } from "../../../store/port/secret-store.ts";

/** GET /system-secrets: which secrets the running servers have, by fingerprint. */
export const getSystemSecrets: Endpoint = async (_request, context) => {
  const { now, store } = context;
  const found = await store.system_secrets.find(now());
  return json(200, describe(found, longestLifespan(context)), noStore);
};

function describe({ servers, signed_at }: SecretsInUse, lifespan: number | "never"): SystemSecrets {
  const secrets = [...new Set(servers.flat())].map((fingerprint) => {
    const signs_on = servers.filter(([signing]) => signing === fingerprint).length;
    const last = signed_at.get(fingerprint);
    const isOver = signs_on === 0 && last !== undefined && lifespan !== "never";
    return {
      fingerprint,
      known_by: servers.filter((fingerprints) => fingerprints.includes(fingerprint)).length,
      signs_on,
      ...(last !== undefined && { signed_at: timestamp(last) }),
      ...(isOver && { needed_until: timestamp(last + lifespan) }),
    };
  });
  return { servers: servers.length, secrets };
}
