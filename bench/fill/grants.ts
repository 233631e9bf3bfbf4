import { mintFlowId } from "../../packages/server/src/crypto/flow-id.ts";
import { writeGrantToken } from "../../packages/server/src/crypto/grant-token.ts";
import { createSigner } from "../../packages/server/src/crypto/signer.ts";
import { exampleGrant } from "../../packages/server/src/oauth/example-grant.ts";
import type { Grant } from "../../packages/server/src/oauth/grant.ts";
import { keyOf } from "../../packages/server/src/oauth/grant-key.ts";
import { subjectKeyOf } from "../../packages/server/src/crypto/subject-key.ts";
import { grantRow } from "../../packages/server/src/store/tables/grants/grant-table.ts";
import { SYSTEM_SECRET, TTL } from "../subjects/latchkey.ts";
import { inBatches, type OpenStore, type Progress } from "./open.ts";

const WINDOW = 3_600;
const MONTH = 30 * 86_400;

/**
 * Writes grants in the state after their code was redeemed: each has one live access token and one live refresh token.
 * Returns every `keep_every`th refresh token.
 */
export async function fillGrants(
  { database, sealer, photos }: OpenStore,
  count: number,
  options: { keep_every?: number; progress?: Progress } = {},
): Promise<string[]> {
  const { keep_every = 1, progress } = options;
  const signer = createSigner([SYSTEM_SECRET]);
  const now = Math.floor(Date.now() / 1000);
  const kept: string[] = [];
  const write = (index: number): Promise<void> => {
    const granted_at = now - WINDOW + Math.floor((index / count) * WINDOW);
    const grant = redeemedGrant(mintFlowId(granted_at), granted_at, index, photos);
    if (index % keep_every === 0) {
      const { generation, expires_at } = grant;
      const token = { ...keyOf(grant), generation, issued_at: granted_at, expires_at };
      kept.push(writeGrantToken(signer, "refresh_token", token));
    }
    return database.insert(grantRow(grant, sealer));
  };
  await inBatches(count, write, progress);
  return kept;
}

function redeemedGrant(
  grant_id: string,
  granted_at: number,
  index: number,
  { client_id, client_key, access_token_epoch }: OpenStore["photos"],
): Grant {
  const subject = `person-${index}`;
  return exampleGrant({
    grant_id,
    subject_key: subjectKeyOf(subject),
    client_id,
    client_key,
    client_epoch: access_token_epoch,
    subject,
    sid: grant_id,
    scope: ["openid", "offline_access"],
    generation: 1,
    generation_at_ms: granted_at * 1000,
    redeemed_at_ms: granted_at * 1000,
    granted_at,
    expires_at: granted_at + MONTH,
    session: {
      client_epoch: access_token_epoch,
      code_expires_at: granted_at + TTL,
      id_token_subject: subject,
      auth_time: granted_at,
      requested_at: granted_at,
    },
  });
}
