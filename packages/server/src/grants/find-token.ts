import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import { decodeJwt, verifyJwt } from "../crypto/jwt.ts";
import { LAST_EXP, signatureOf, signatureOfJwt } from "../crypto/opaque-token.ts";
import { keySets } from "../context/keyring.ts";
import {
  type AccessToken,
  type FoundAccessToken,
  isActive,
  type LoginSource,
  type NamedSource,
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

  for (const token_use of tokenUses) {
    const token = readGrantToken(signer, token_use, presented);
    if (token !== undefined) return findGranted(token_use, token, context);
  }
  return context.predecessor === undefined
    ? findJwt(presented, context)
    : findJwtOrPredecessors(presented, context);
}

/** A token that is none of ours may be of the server whose data was taken over. */
async function findJwtOrPredecessors(
  presented: string,
  context: Context,
): Promise<FoundAccessToken | GrantedToken | undefined> {
  const own = await findJwt(presented, context);
  if (own !== undefined) return own;
  const taken = await context.predecessor?.findToken(presented, tokenUses);
  if (taken === undefined || taken.token_use === "authorization_code") return undefined;
  return "of_row" in taken
    ? findRow(taken.of_row, context)
    : findGranted(taken.token_use, taken.of_grant, context);
}

const tokenUses = ["access_token", "refresh_token"] as const;

/** A token of a token exchange is valid only as long as the tokens it was exchanged for: RFC 8693 §5 leaves that to the server. */
async function findRow(signature: Uint8Array, context: Context): Promise<AccessToken | undefined> {
  const token = await context.store.access_tokens.find(signature);
  if (token?.sources === undefined) return token;
  const valid = await Promise.all(token.sources.map((source) => isSourceValid(source, context)));
  return valid.every(Boolean) ? token : undefined;
}

async function isSourceValid(source: TokenSource, context: Context): Promise<boolean> {
  const { store, now } = context;
  if ("sid" in source) return !(await isLoginEnded(source, context));
  if ("named_by" in source) return isStillNamed(source, context);
  if ("signature" in source) {
    const token = await store.access_tokens.find(source.signature);
    return token !== undefined && isActive(token, await store.clients.find(token.client_id), now());
  }
  const grant = await store.grants.find(source);
  if (grant === undefined || grant.revoked_at !== undefined) return false;
  if (await store.tools.endings.isSuspended("audience", grant.audience)) return false;
  const client = await store.clients.find(grant.client_id);
  if (client === undefined || !belongsTo(grant, client)) return false;
  return client.access_token_epoch === source.client_epoch;
}

/** Where the feature is gone that accepted the name of the subject, no token is valid for it. */
async function isStillNamed(source: NamedSource, context: Context): Promise<boolean> {
  const names = context.named_subjects.find(({ token_type }) => token_type === source.named_by);
  return names !== undefined && (await names.isValid(source, context));
}

/** Whether the login session that a client knows of has ended: not by a sign-out, after which tokens stay valid. */
export async function isLoginEnded(
  { sid, client_id, issued_at: at }: LoginSource,
  { store }: Pick<Context, "store">,
): Promise<boolean> {
  return store.tools.endings.isEnded({ sid, client_id, at });
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
  const found = await store.grants.find(token);
  if (found === undefined) return undefined;
  const grant = applyNarrowing(found, token.narrowing);
  const granted = { token_use, token, grant };
  // A refresh token is of no API: meanwhile it gets tokens for the others.
  if (token_use === "refresh_token" || grant.audience.length === 0) return granted;
  const is_suspended = await store.tools.endings.isSuspended("audience", grant.audience);
  return { ...granted, is_suspended };
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
    if (row === undefined) return undefined;
    const sub = claims?.["sub"];
    return {
      ...row,
      ...(typeof jti === "string" && { jwt_id: jti }),
      ...(typeof sub === "string" && sub !== row.subject && { jwt_subject: sub }),
    };
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
