import type { Context } from "../context/context.ts";
import { signJwt } from "../crypto/jwt.ts";
import { keySets } from "../context/keyring.ts";
import type { Client } from "../oauth/client.ts";
import {
  describeJwtAccessToken,
  type JwtAccessTokenFacts,
  type JwtAccessTokenSource,
} from "../oauth/access-token.ts";

/** Whether a client's access tokens are JWTs. */
export function issuesJwt(client: Client, { config }: Pick<Context, "config">): boolean {
  return (client.access_token_strategy ?? config["strategies.access_token"]) === "jwt";
}

/** Signs an access token as a JWT, with the claims and `typ` of the settings and the client. */
export async function signAccessToken(
  token: JwtAccessTokenSource,
  client: Client,
  facts: Pick<JwtAccessTokenFacts, "jti" | "ext">,
  { config, keyring }: Context,
): Promise<string> {
  const claims = describeJwtAccessToken(token, {
    ...facts,
    issuer: config["urls.self.issuer"],
    scope_claim: config["strategies.jwt.scope_claim"],
  });
  const typ = client.access_token_jwt_typ ?? config["strategies.jwt.typ"];
  const key = await keyring.signingKey(keySets.access_token);
  return typ === "JWT" ? signJwt(key, claims) : signJwt(key, claims, { typ });
}
