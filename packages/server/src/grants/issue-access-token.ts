import type { JsonObject } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import type { IssuedToken } from "../context/named-subjects.ts";
import { mintOpaqueToken, signatureOfJwt } from "../crypto/opaque-token.ts";
import { randomId } from "../crypto/random.ts";
import type { AccessToken, TokenSource } from "../oauth/access-token.ts";
import { assignDetails } from "../oauth/authorization-details/locations.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { endingIdOfIssuer, endingKey } from "../oauth/ending-key.ts";
import { noRules, type TokenRules } from "../oauth/resource/token-rules.ts";
import { type TokenDetails, tokenTypeOf } from "../oauth/token-details.ts";
import type { IssuedTokens } from "../oauth/token-response.ts";
import type { Script } from "../store/database/statement.ts";
import { accessTokenLifespan, issuesJwt, policyOf } from "./client-policy.ts";
import { findTokenRules } from "./find-apis.ts";
import type { IssuingGrant } from "../context/lifespan-sources.ts";
import { signAccessToken } from "./sign-access-token.ts";

/** What a token grants. */
export interface Entitlement {
  readonly client: AuthenticatedClient;
  readonly subject: string;
  /** The `sub` of a JWT, which the client can read: the one by which it knows the user. The subject itself if it is absent. */
  readonly jwt_subject?: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly grant: IssuingGrant;
  readonly details?: TokenDetails | undefined;
  /** Claims that a token hook set, for introspection and JWTs. */
  readonly ext?: JsonObject | undefined;
  /** What it was exchanged for. */
  readonly sources?: readonly TokenSource[];
  /** The ids of the trusted issuers by whose JWTs it is issued. */
  readonly trusted_issuers?: readonly string[];
  /** The claim of a JWT that says what ends it, beside its own claims. */
  readonly ends_with?: readonly string[];
  /** Unix seconds: when it ends at the latest. */
  readonly not_after?: number;
  /** What is written with the token, in one transaction. */
  readonly recordOf?: ((token: IssuedToken) => () => Script<void>) | undefined;
}

/** Of the token response, what describes the access token itself. */
type IssuedAccessToken = Pick<
  IssuedTokens,
  "access_token" | "expires_in" | "token_type" | "authorization_details"
>;

/** Issues an access token as the APIs of its audience require it. When this resolves, the token is stored durably. */
export async function issueAccessToken(
  entitlement: Entitlement,
  context: Context,
): Promise<IssuedAccessToken> {
  const { client, subject, jwt_subject, scope, audience, grant, ext, sources } = entitlement;
  const { details: asked, not_after, recordOf, trusted_issuers } = entitlement;
  const { store } = context;
  const issued_at = context.now();
  const rules = audience.length === 0 ? noRules : await findTokenRules(audience, context);
  const policy = policyOf(client, context);
  const lifespan = accessTokenLifespan(policy, grant, rules);
  const expires_in = Math.min(lifespan, (not_after ?? Infinity) - issued_at);
  const { confirmation: cnf } = client;
  const granted = cnf === undefined ? asked : { ...asked, cnf };
  const details = granted && assignDetails(granted, audience);
  const token = {
    client_id: client.client_id,
    client_epoch: client.access_token_epoch,
    subject,
    scope,
    audience,
    issued_at,
    expires_at: issued_at + expires_in,
    details,
  };
  const minted = issuesJwt(policy, rules)
    ? await mintJwt({ ...token, subject: jwt_subject ?? subject }, entitlement, rules, context)
    : mintOpaqueToken(context.now_ms() + expires_in * 1000);
  const row = { ...token, signature: minted.signature, ext, sources, trusted_issuers };
  await store.access_tokens.issue(row, recordOf?.(token));
  const access_token = minted.token;
  if (details === undefined) return { access_token, expires_in, token_type: "Bearer" };
  const { authorization_details } = details;
  return {
    access_token,
    expires_in,
    token_type: tokenTypeOf(details),
    ...(authorization_details && { authorization_details }),
  };
}

async function mintJwt(
  token: Omit<AccessToken, "signature" | "ext">,
  { client, ext, ends_with: own, trusted_issuers }: Entitlement,
  rules: TokenRules,
  context: Context,
): Promise<{ token: string; signature: Uint8Array }> {
  const issuers = trusted_issuers?.map((id) => endingKey("grant", endingIdOfIssuer(id)));
  const ends_with = issuers === undefined ? own : [...(own ?? []), ...issuers];
  const facts = { jti: randomId(), ...(ext && { ext }), ...(ends_with && { ends_with }) };
  const jwt = await signAccessToken(token, client, rules, facts, context);
  return { token: jwt, signature: signatureOfJwt(jwt, token.expires_at) };
}
