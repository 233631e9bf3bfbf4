import { createClient, type Reply } from "@latchkey/client";

import type { Fetch } from "../connection/http-fetch.ts";
import type { ExposureEvidence } from "./admin-exposure.ts";
import { isLoopbackUrl } from "./finding.ts";

/** Calls the admin API without credentials, at the public URL and at the default admin port of its host. */
export async function probeAdminApi(url: string, fetch: Fetch): Promise<ExposureEvidence> {
  const probe = async (admin: string): Promise<number | undefined> => {
    const client = createClient({ admin, fetch, timeout_ms: TIMEOUT_MS });
    const reply = await client.call("listOAuth2Clients", { limit: 1 }).catch(() => undefined);
    return reply !== undefined && isAdminApi(reply) ? reply.status : undefined;
  };
  const public_status = await probe(url);
  const admin_place = new URL(url);
  if (isLoopbackUrl(url) || admin_place.port === ADMIN_PORT) return { public_status };
  admin_place.port = ADMIN_PORT;
  return {
    public_status,
    admin_place: admin_place.origin,
    admin_status: await probe(admin_place.origin),
  };
}

/** A proxy may return 401 or 403 too; only the admin listener sends these error codes. */
function isAdminApi(reply: Reply<unknown>): boolean {
  if (reply.ok) return Array.isArray(reply.body);
  return /"request_(unauthorized|forbidden)"/.test(JSON.stringify(reply.body ?? ""));
}

const ADMIN_PORT = "4445";
const TIMEOUT_MS = 3_000;
