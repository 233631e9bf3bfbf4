import type { Context, ExchangeTarget } from "../../context/context.ts";
import { keySets } from "../../context/keyring.ts";
import type { NamedSubject } from "../../context/named-subjects.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { randomId } from "../../crypto/random.ts";
import type { FeatureContext } from "../../feature/feature.ts";
import type { GrantedTokens } from "../../grants/grant-type.ts";
import { issueAccessToken } from "../../grants/issue-access-token.ts";
import type { HookClaims, HookedTokens } from "../../interaction/token-hook.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { TargetRequest } from "../../oauth/exchange-target.ts";
import { ID_JAG_TYPE } from "../../oauth/jwt/jwt-type.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { profileOf, signingAlgorithmUnder } from "../../oauth/profiles/profile.ts";
import { ok, type Result } from "../../result.ts";
import { endingKeysOf } from "./ending-keys.ts";
import type { IdJag } from "./rules/id-jag.ts";
import { type ExchangedToken, TOKEN_EXCHANGE_GRANT } from "./rules/token-exchange-grant.ts";
import { ID_JAG_TOKEN_TYPE } from "./rules/token-types.ts";
import type { tokenExchangeSettings } from "./settings.ts";

export type TokenExchangeContext = FeatureContext<never, never, typeof tokenExchangeSettings>;

/** What is issued: an access token, an assertion for another server, or what a feature issues. */
export type Issue =
  | {
      readonly kind: "access_token";
      readonly issued_token_type: string;
      /** The `sub`, if the token is a JWT. */
      readonly jwt_subject: string | undefined;
      readonly exchanged: ExchangedToken;
      /** Of a subject that was named. */
      readonly recordOf: NamedSubject["recordOf"] | undefined;
    }
  | { readonly kind: "id_jag"; readonly id_jag: IdJag }
  | {
      readonly kind: "target";
      readonly target: ExchangeTarget;
      readonly request: TargetRequest;
      readonly expires_at: number;
    };

/** Unix seconds. */
export function endOf(decided: Issue): number {
  if (decided.kind === "target") return decided.expires_at;
  return (decided.kind === "id_jag" ? decided.id_jag : decided.exchanged).expires_at;
}

/** Token hooks add claims, which a token of another server has not. */
export function tokensOf(decided: Issue): HookedTokens | undefined {
  if (decided.kind === "target") return undefined;
  if (decided.kind === "access_token") return decided.exchanged;
  const { claims, scope } = decided.id_jag;
  return { subject: claims.sub, scope, audience: [claims.aud] };
}

/** Issues what was decided. */
export async function carryOut(
  decided: Issue,
  claims: HookClaims | undefined,
  client: AuthenticatedClient,
  context: TokenExchangeContext,
): Promise<Result<GrantedTokens, OAuthError>> {
  switch (decided.kind) {
    case "target":
      return issueOfTarget(decided, client, context);
    case "id_jag":
      return ok(await signIdJag(decided.id_jag, client, context));
    case "access_token":
      return ok(await issue(decided, claims, client, context));
  }
}

/** The token is not one of this server's, so its own tokens are not counted with it. */
async function issueOfTarget(
  { target, request }: Extract<Issue, { kind: "target" }>,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<GrantedTokens, OAuthError>> {
  const issued = await target.issue(request, client, context);
  if (!issued.ok) return issued;
  return ok({ ...issued.value, issued_token_type: target.token_type, uncounted: true });
}

async function issue(
  { exchanged, jwt_subject, issued_token_type, recordOf }: Extract<Issue, { kind: "access_token" }>,
  claims: HookClaims | undefined,
  client: AuthenticatedClient,
  context: Context,
): Promise<GrantedTokens> {
  const { subject, scope, audience, act, may_act, sources, expires_at } = exchanged;
  const { trusted_issuers } = exchanged;
  const entitlement = {
    client,
    subject,
    ...(jwt_subject !== undefined && { jwt_subject }),
    scope,
    audience,
    grant: TOKEN_EXCHANGE_GRANT,
    details: { ...(act && { act }), ...(may_act && { may_act }) },
    ...(sources.length > 0 && { sources }),
    ...(jwt_subject !== undefined && { ends_with: await endingKeysOf(sources, context) }),
    ...(trusted_issuers !== undefined && { trusted_issuers }),
    not_after: expires_at,
    recordOf,
    ...(claims && { ext: claims.access_token }),
  };
  return { ...(await issueAccessToken(entitlement, context)), scope, issued_token_type };
}

/** Signs with the keys of ID tokens, which are published. */
async function signIdJag(
  { claims, scope, expires_at }: IdJag,
  client: AuthenticatedClient,
  { config, keyring, now }: TokenExchangeContext,
): Promise<GrantedTokens> {
  const iat = now();
  const exp = Math.min(iat + config["ttl.grants.token_exchange.id_jag"], expires_at);
  const profile = profileOf(client, config["security.profile"]);
  const alg = signingAlgorithmUnder(profile, config["oidc.id_token_signed_response_alg"]);
  const key = await keyring.signingKey(keySets.id_token, alg, exp - iat);
  const all = { ...claims, iss: config["urls.self.issuer"], jti: randomId(), iat, exp };
  return {
    access_token: await signJwt(key, all, { typ: ID_JAG_TYPE }),
    token_type: "N_A",
    expires_in: exp - iat,
    scope,
    issued_token_type: ID_JAG_TOKEN_TYPE,
  };
}
