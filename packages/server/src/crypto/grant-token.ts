import type { GrantToken } from "../oauth/grant.ts";
import type { Signer } from "./signer.ts";

/**
 * A code or token of a grant is a prefix and, followed by the signer's MAC, base64url(grant id (16) ‖ generation (4) ‖
 * issued_at (4) ‖ expires_at (4)). It is deterministic, so it is not stored: it can be derived again.
 */
const prefixes = {
  authorization_code: "lk_ac_",
  /** Of a device: the id is also that of its device authorization. */
  device_code: "lk_dc_",
  access_token: "lk_at_",
  refresh_token: "lk_rt_",
  workspace_code: "lk_wac_",
  workspace_access_token: "lk_wat_",
  workspace_refresh_token: "lk_wrt_",
  /** Inside a JWT access token, as its `jti`. */
  jwt_id: "",
} as const;

/** What a token of a grant is for. */
export type GrantTokenKind = keyof typeof prefixes;

/** The latest time a token can contain, in unix seconds: the expiry of tokens that do not expire. */
export const END_OF_TIME = 2 ** 32 - 1;

const ID_BYTES = 16;
const PAYLOAD_BYTES = ID_BYTES + 12;

/** The token as the client receives it. */
export function writeGrantToken(signer: Signer, kind: GrantTokenKind, token: GrantToken): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.write(token.grant_id, 0, ID_BYTES, "base64url");
  payload.writeUInt32BE(token.generation, ID_BYTES);
  payload.writeUInt32BE(token.issued_at, ID_BYTES + 4);
  payload.writeUInt32BE(token.expires_at, ID_BYTES + 8);
  return prefixes[kind] + signer.sign(kind, payload.toString("base64url"));
}

/** The content of a token, if this server issued it as this kind. Whether it is still valid depends on its grant. */
export function readGrantToken(
  signer: Signer,
  kind: GrantTokenKind,
  text: string,
): GrantToken | undefined {
  const prefix = prefixes[kind];
  if (!text.startsWith(prefix)) return undefined;
  const id = signer.read(kind, text.slice(prefix.length));
  if (id === undefined) return undefined;
  const payload = Buffer.from(id, "base64url");
  if (payload.length !== PAYLOAD_BYTES) return undefined;
  return {
    grant_id: payload.toString("base64url", 0, ID_BYTES),
    generation: payload.readUInt32BE(ID_BYTES),
    issued_at: payload.readUInt32BE(ID_BYTES + 4),
    expires_at: payload.readUInt32BE(ID_BYTES + 8),
  };
}
