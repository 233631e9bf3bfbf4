import type { Context } from "../context/context.ts";
import { signJwt } from "../crypto/jwt.ts";
import { isSigningAlgorithm } from "../crypto/signing-algorithm.ts";
import type { SigningKey } from "../crypto/signing-key.ts";
import { keySets } from "../context/keyring.ts";
import type { Client } from "../oauth/client.ts";
import {
  type Authentication,
  describeJwtAccessToken,
  type JwtAccessTokenFacts,
  type JwtAccessTokenSource,
} from "../oauth/access-token.ts";
import { type ProfileName, profileOf, signingAlgorithmUnder } from "../oauth/profiles/profile.ts";
import type { Api } from "../oauth/resource/api.ts";
import { jwtFormatOf, type TokenRules } from "../oauth/resource/token-rules.ts";

/** What is known about a token that is about to be signed. */
interface SigningFacts extends Pick<JwtAccessTokenFacts, "jti" | "ext" | "ends_with"> {
  /** How the user authenticated; undefined where there is no user. */
  readonly authentication?: Authentication;
}

/** Signs an access token as a JWT, with the claims and `typ` of the settings and the client, or of its API. */
export async function signAccessToken(
  token: JwtAccessTokenSource,
  client: Client,
  rules: TokenRules,
  { authentication, ...facts }: SigningFacts,
  { config, keyring }: Context,
): Promise<string> {
  const scope_claim = config["strategies.jwt.scope_claim"];
  const settled = {
    issuer: config["urls.self.issuer"],
    top_level_claims: config["oauth2.allowed_top_level_claims"],
    mirror_top_level_claims: config["oauth2.mirror_top_level_claims"],
    has_nbf: !config["oauth2.exclude_not_before_claim"],
  };
  const api = jwtFormatOf(rules);
  const profile = profileOf(client, config["security.profile"]);
  const key = await accessTokenKey(api, profile, keyring, token.expires_at - token.issued_at);
  if (api === undefined) {
    const claims = describeJwtAccessToken(token, { ...facts, ...settled, scope_claim });
    const typ = client.access_token_jwt_typ ?? config["strategies.jwt.typ"];
    return sign(key, claims, typ);
  }
  const typ = api.access_token_jwt_typ;
  const claims = describeJwtAccessToken(token, {
    ...facts,
    ...settled,
    // RFC 9068 §2.2.3: the claim is `scope`.
    scope_claim: typ === "at+jwt" && scope_claim === "list" ? "both" : scope_claim,
    ...(typ === "at+jwt" && authentication && { authentication }),
  });
  return sign(key, claims, typ);
}

/**
 * The key of JWT access tokens, for an API or for none. Keys of an algorithm that an API chose are in a set of their own: the
 * newest key of the other set is the clients' one. An algorithm that the profile does not allow is replaced by one that it does.
 */
export async function accessTokenKey(
  api: Api | undefined,
  profile: ProfileName,
  keyring: Context["keyring"],
  lifespan?: number,
): Promise<SigningKey> {
  const alg = api?.access_token_signing_alg;
  const key = isSigningAlgorithm(alg)
    ? await keyring.signingKey(keySets.api_access_token, alg, lifespan)
    : await keyring.signingKey(keySets.access_token, undefined, lifespan);
  const allowed = signingAlgorithmUnder(profile, key.alg);
  return allowed === key.alg
    ? key
    : keyring.signingKey(keySets.api_access_token, allowed, lifespan);
}

function sign(key: SigningKey, claims: object, typ: string): Promise<string> {
  return typ === "JWT" ? signJwt(key, claims) : signJwt(key, claims, { typ });
}
