import { mintOpaqueToken } from "../../packages/server/src/crypto/opaque-token.ts";
import { TTL } from "../subjects/latchkey.ts";
import { inBatches, type OpenStore, type Progress } from "./open.ts";

/** Seconds over which the tokens' times of issue are spread evenly, up to now. */
const WINDOW = 3_600;

/**
 * Issues access tokens to photos through the store's port, so that the rows are what a server writes. Returns every
 * `keep_every`th token.
 */
export async function fillAccessTokens(
  { store, photos }: OpenStore,
  count: number,
  options: { keep_every?: number; progress?: Progress } = {},
): Promise<string[]> {
  const { keep_every = 1, progress } = options;
  const now = Math.floor(Date.now() / 1000);
  const kept: string[] = [];
  const issue = (index: number): Promise<void> => {
    const issuedAtMs = Math.floor((now - WINDOW + (index / count) * WINDOW) * 1000);
    const issued_at = Math.floor(issuedAtMs / 1000);
    const { token, signature } = mintOpaqueToken(issuedAtMs + TTL * 1000);
    if (index % keep_every === 0) kept.push(token);
    return store.access_tokens.issue({
      signature,
      client_id: photos.client_id,
      client_epoch: photos.access_token_epoch,
      subject: photos.client_id,
      scope: ["photos.read"],
      audience: [],
      issued_at,
      expires_at: issued_at + TTL,
      details: undefined,
      sources: undefined,
    });
  };
  await inBatches(count, issue, progress);
  return kept;
}
