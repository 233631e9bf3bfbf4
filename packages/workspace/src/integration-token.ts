import { randomBytes } from "@latchkey/server/feature/endpoints";

/**
 * The static token of an internal integration is a prefix and base64url(integration id (16 bytes) ‖ 24 random bytes).
 * Only its SHA-256 is stored, with the integration. The id in the token makes the lookup one by primary key; it is
 * not trusted before the hash matches.
 */
const PREFIX = "lk_wit_";

const ID_BYTES = 16;
const RANDOM_BYTES = 24;

/** A new token for the integration with this UUID. */
export function generateIntegrationToken(integration_id: string): string {
  const id = Buffer.from(integration_id.replaceAll("-", ""), "hex");
  return PREFIX + Buffer.concat([id, randomBytes(RANDOM_BYTES)]).toString("base64url");
}

/** The UUID of the integration that a token claims to belong to; undefined when it is no such token. */
export function claimedIntegrationId(token: string): string | undefined {
  if (!SHAPE.test(token)) return undefined;
  const hex = Buffer.from(token.slice(PREFIX.length), "base64url").toString("hex", 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const SHAPE = /^lk_wit_[\w-]{54}$/;
