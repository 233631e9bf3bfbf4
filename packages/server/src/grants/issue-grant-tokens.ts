import type { Context } from "../context/context.ts";
import { writeGrantToken } from "../crypto/grant-token.ts";
import { signJwt } from "../crypto/jwt.ts";
import { randomId } from "../crypto/random.ts";
import { isSigningAlgorithm } from "../crypto/signing-algorithm.ts";
import { keySets } from "../context/keyring.ts";
import type { TokensToIssue } from "../oauth/authorization-code-grant.ts";
import { narrowedDetailsOf } from "../oauth/authorization-details/narrowed-details.ts";
import type { Client } from "../oauth/client.ts";
import { encryptionOf } from "../oauth/client/encryption.ts";
import { detailsOf, type Grant, type GrantToken } from "../oauth/grant.ts";
import { keyOf } from "../oauth/grant-key.ts";
import { type Extent, type Narrowing, narrowingOf } from "../oauth/resource/narrowing.ts";
import { noRules, scopeForApi, type TokenRules } from "../oauth/resource/token-rules.ts";
import { type TokenDetails, tokenTypeOf } from "../oauth/token-details.ts";
import type { IssuedTokens } from "../oauth/token-response.ts";
import { describeIdToken, type IdTokenFacts } from "../openid/id-token.ts";
import { encryptToClient } from "./client-keys.ts";
import { accessTokenLifespan, issuesJwt, policyOf } from "./client-policy.ts";
import { findTokenRules } from "./find-apis.ts";
import type { IssuingGrant } from "../context/lifespan-sources.ts";
import { endOfLife } from "./lifespans.ts";
import { signAccessToken } from "./sign-access-token.ts";

/** Which tokens to issue beside the access token, which part of the grant that is for, and by which grant type. */
export interface Issuance {
  readonly issue: TokensToIssue;
  /** The whole grant if it is absent. */
  readonly extent?: Extent;
  readonly by: IssuingGrant;
  /** The refresh token that the client keeps; a new one is issued if it is absent. */
  readonly kept?: GrantToken;
}

/** The tokens of a grant's present generation. They are derived from it, so issuing them again gives the same tokens. */
export async function issueGrantTokens(
  grant: Grant,
  client: Client,
  { issue, extent = {}, by, kept }: Issuance,
  context: Context,
): Promise<IssuedTokens> {
  const issued_at = Math.floor(grant.generation_at_ms / 1000);
  const {
    token: access_token,
    expires_in,
    scope,
    details,
  } = await writeAccessToken(
    grant,
    client,
    { issued_at, by, extent, one_of_several: kept !== undefined },
    context,
  );
  const { authorization_details } = details;
  const isFirst = grant.generation === 1 && kept === undefined;
  const c_hash = isFirst ? grant.session.c_hash : undefined; // A refresh response has no code.
  return {
    access_token,
    expires_in,
    scope,
    token_type: tokenTypeOf(details),
    ...(authorization_details !== undefined && { authorization_details }),
    ...(issue.refresh_token && {
      refresh_token: kept
        ? writeGrantToken(context.signer, "refresh_token", kept)
        : writeRefreshToken(grant, client, { issued_at, by }, context),
    }),
    ...(issue.id_token && {
      id_token: await signIdToken(grant, client, { access_token, c_hash, by }, context),
    }),
  };
}

/** An access token, and what the response says about it. */
export interface WrittenAccessToken {
  readonly token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: readonly string[];
  readonly details: TokenDetails;
}

/** When and by what an access token is issued, and for which part of the grant. */
interface AccessTokenFacts {
  readonly issued_at: number;
  readonly by: IssuingGrant;
  readonly extent?: Extent;
  /** Whether the generation has other access tokens, which stay valid. */
  readonly one_of_several?: boolean;
}

/** The access token of the grant's generation: opaque or a JWT, by its API, the client and the settings. */
export async function writeAccessToken(
  grant: Grant,
  client: Client,
  { issued_at, by, extent = {}, one_of_several = false }: AccessTokenFacts,
  context: Context,
): Promise<WrittenAccessToken> {
  const { config, signer } = context;
  const audience = extent.audience ?? grant.audience;
  const rules = audience.length === 0 ? noRules : await findTokenRules(audience, context);
  const strategy = config["strategies.scope"];
  const scope = scopeForApi(extent.scope ?? grant.scope, rules.api, strategy);

  const policy = policyOf(client, context);
  const { ends_at = Infinity } = grant.session;
  const lifespan = accessTokenLifespan(policy, by, rules);
  const expires_in = Math.max(Math.min(lifespan, ends_at - issued_at), 0);
  const { generation } = grant;
  const issued = { ...issuedWith(grant), one_of_several };
  const narrowing = narrowingOf(grant, { audience, scope }, issued);
  const expires_at = issued_at + expires_in;
  const token: GrantToken = {
    ...keyOf(grant),
    generation,
    issued_at,
    expires_at,
    ...(narrowing && { narrowing }),
  };
  const details = detailsOf({ ...grant, audience }, generation);
  const text = issuesJwt(policy, rules)
    ? await signGrantedToken({ ...grant, audience, scope, details }, token, client, rules, context)
    : writeGrantToken(signer, "access_token", token);
  return { token: text, expires_in, scope, details };
}

/** The client's epoch and the key with which the tokens of the grant's generation are issued, and whether with fewer details. */
function issuedWith(grant: Grant): Omit<Narrowing, "audience" | "scope"> {
  const { generation, session, client_epoch } = grant;
  if (generation === 0) return { client_epoch: session.client_epoch };
  const details = narrowedDetailsOf(grant, generation) !== undefined;
  return { client_epoch, ...(grant.cnf && { cnf: grant.cnf }), ...(details && { details }) };
}

function signGrantedToken(
  grant: Grant & { readonly details: TokenDetails },
  token: GrantToken,
  client: Client,
  rules: TokenRules,
  context: Context,
): Promise<string> {
  const { issued_at, expires_at } = token;
  const subject = grant.session.id_token_subject; // A JWT is readable: it must not contain the subject of another sector.
  const jti = writeGrantToken(context.signer, "jwt_id", token);
  const { access_token: ext, auth_time, acr, amr } = grant.session;
  const authentication = { auth_time, ...(acr && { acr }), ...(amr && { amr }) };
  const source = { ...grant, subject, issued_at, expires_at };
  const facts = { jti, ext, authentication };
  return signAccessToken(source, client, rules, facts, context);
}

function writeRefreshToken(
  grant: Grant,
  client: Client,
  { issued_at, by }: { readonly issued_at: number; readonly by: IssuingGrant },
  context: Context,
): string {
  const lifespan = policyOf(client, context).lifespansOf(by).refresh_token;
  const expires_at = Math.min(endOfLife(issued_at, lifespan), grant.session.ends_at ?? Infinity);
  const { generation } = grant;
  const token = { ...keyOf(grant), generation, issued_at, expires_at };
  return writeGrantToken(context.signer, "refresh_token", token);
}

/** The ID token of a grant, signed with the algorithm of the client, and encrypted if the client registered that. */
export async function signIdToken(
  grant: Grant,
  client: Client,
  {
    by,
    ...beside
  }: Pick<IdTokenFacts, "access_token" | "c_hash" | "state"> & { readonly by: IssuingGrant },
  context: Context,
): Promise<string> {
  const { config, keyring, now } = context;
  const alg = idTokenAlgorithm(client, config);
  const ttl = policyOf(client, context).lifespansOf(by).id_token;
  const claims = describeIdToken(grant, {
    ...beside,
    alg,
    issuer: config["urls.self.issuer"],
    rat: config["oidc.rat_claim"],
    jti: randomId(),
    now: now(),
    ttl,
  });
  const id_token = await signJwt(await keyring.signingKey(keySets.id_token, alg, ttl), claims);
  const encryption = encryptionOf(client, "id_token");
  return encryption === undefined
    ? id_token
    : encryptToClient(client, id_token, { ...encryption, cty: "JWT" }, context);
}

/** The algorithm of a client's ID tokens. */
export function idTokenAlgorithm(client: Client, config: Context["config"]) {
  const own = client.id_token_signed_response_alg;
  return isSigningAlgorithm(own) ? own : config["oidc.id_token_signed_response_alg"];
}
