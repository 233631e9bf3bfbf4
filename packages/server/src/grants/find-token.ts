import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import { decodeJwt, verifyJwt } from "../crypto/jwt.ts";
import { LAST_EXP, signatureOf, signatureOfJwt } from "../crypto/opaque-token.ts";
import { keySets } from "../context/keyring.ts";
import {
  type AccessToken,
  type FoundAccessToken,
  isActive,
  type TokenSource,
} from "../oauth/access-token.ts";
import { allSigningAlgorithms } from "../oauth/algorithms.ts";
import { belongsTo, type GrantedToken, type GrantToken } from "../oauth/grant.ts";
import { applyNarrowing } from "../oauth/resource/narrowing.ts";

/** Finds an access or refresh token, valid or not, with the scope and audience that it is for. */
export function findToken(
  presented: string,
  context: Context,
): Promise<FoundAccessToken | GrantedToken | undefined> {
  const { signer } = context;
  const signature = signatureOf(presented);
  if (signature !== undefined) return findRow(signature, context);

  for (const token_use of ["access_token", "refresh_token"] as const) {
    const token = readGrantToken(signer, token_use, presented);
    if (token !== undefined) return findGranted(token_use, token, context);
  }
  return findJwt(presented, context);
}

/** A token of a token exchange is valid only as long as the token it was exchanged for: RFC 8693 §5 leaves that to the server. */
async function findRow(signature: Uint8Array, context: Context): Promise<AccessToken | undefined> {
  const token = await context.store.access_tokens.find(signature);
  if (token?.source === undefined) return token;
  return (await isSourceValid(token.source, context)) ? token : undefined;
}

async function isSourceValid(source: TokenSource, { store, now }: Context): Promise<boolean> {
  if ("signature" in source) {
    const token = await store.access_tokens.find(source.signature);
    return token !== undefined && isActive(token, await store.clients.find(token.client_id), now());
  }
  const grant = await store.grants.find(source);
  if (grant === undefined || grant.revoked_at !== undefined) return false;
  const client = await store.clients.find(grant.client_id);
  if (client === undefined || !belongsTo(grant, client)) return false;
  return client.access_token_epoch === source.client_epoch;
}

/** The client that the token was issued to. */
export function clientIdOf(token: AccessToken | GrantedToken): string {
  return "grant" in token ? token.grant.client_id : token.client_id;
}

async function findGranted(
  token_use: GrantedToken["token_use"],
  token: GrantToken,
  { store }: Context,
): Promise<GrantedToken | undefined> {
  const grant = await store.grants.find(token);
  return grant && { token_use, token, grant: applyNarrowing(grant, token.narrowing) };
}

/** A JWT of a grant is found by its `jti`; one without a grant by its hash. */
async function findJwt(
  presented: string,
  context: Context,
): Promise<FoundAccessToken | GrantedToken | undefined> {
  const claims = decodeJwt(presented)?.claims;
  const exp = claims?.["exp"];
  if (typeof exp !== "number" || !Number.isInteger(exp) || exp < 0 || exp > LAST_EXP)
    return undefined;

  const jti = claims?.["jti"];
  const token = typeof jti === "string" ? readGrantToken(context.signer, "jwt_id", jti) : undefined;
  if (token === undefined) {
    const row = await findRow(signatureOfJwt(presented, exp), context);
    const sub = claims?.["sub"];
    return row && typeof sub === "string" && sub !== row.subject
      ? { ...row, jwt_subject: sub }
      : row;
  }
  return (await isSignedByUs(presented, context))
    ? findGranted("access_token", token, context)
    : undefined;
}

/** Whether one of our keys signed a JWT, rotated ones included. */
async function isSignedByUs(jwt: string, { keyring }: Context): Promise<boolean> {
  const keys = await keyring.publicKeys([keySets.access_token, keySets.api_access_token]);
  return (await verifyJwt(jwt, keys, { algorithms: allSigningAlgorithms })).ok;
}
