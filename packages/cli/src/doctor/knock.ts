import { createClient, type Reply } from "@latchkey/client";

import type { Fetch } from "../http-fetch.ts";
import type { ExposureEvidence } from "./exposure.ts";
import { isLoopback } from "./finding.ts";

/** Asks for administration as a stranger: where the public is, and on the port where it usually is. */
export async function knock(url: string, fetch: Fetch): Promise<ExposureEvidence> {
  const ask = async (admin: string): Promise<number | undefined> => {
    const stranger = createClient({ admin, fetch, timeout_ms: PATIENCE_MS });
    const reply = await stranger.call("listOAuth2Clients", { limit: 1 }).catch(() => undefined);
    return reply !== undefined && isAdministration(reply) ? reply.status : undefined;
  };
  const public_status = await ask(url);
  const admin_place = new URL(url);
  if (isLoopback(url) || admin_place.port === ADMIN_PORT) return { public_status };
  admin_place.port = ADMIN_PORT;
  return {
    public_status,
    admin_place: admin_place.origin,
    admin_status: await ask(admin_place.origin),
  };
}

/** A proxy may say 403 too; the admin listener says which. */
function isAdministration(reply: Reply<unknown>): boolean {
  if (reply.ok) return Array.isArray(reply.body);
  return /"request_(unauthorized|forbidden)"/.test(JSON.stringify(reply.body ?? ""));
}

const ADMIN_PORT = "4445";
const PATIENCE_MS = 3_000;
