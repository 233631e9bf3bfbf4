import type { UserinfoResponse } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { randomId } from "../../crypto/random.ts";
import { isSigningAlgorithm, type SigningAlgorithm } from "../../crypto/signing-algorithm.ts";
import { encryptToClient } from "../../grants/client-keys.ts";
import { clientIdOf, findToken } from "../../grants/find-token.ts";
import { offerNonce } from "../../grants/dpop.ts";
import { verifyPossession } from "../../grants/prove-key.ts";
import { errorResponse, json, noStore, type Response } from "../../http/response.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { keySets } from "../../context/keyring.ts";
import { signingAlgorithms } from "../../oauth/algorithms.ts";
import {
  type BearerRejection,
  describeBearerRejection,
  type AccessTokenScheme,
  parseAccessToken,
} from "../../oauth/bearer-token.ts";
import type { Client } from "../../oauth/client.ts";
import { encryptionOf } from "../../oauth/client/encryption.ts";
import { detailsOfToken } from "../../oauth/grant.ts";
import { statusOf } from "../../oauth/oauth-error.ts";
import {
  acceptedAlgorithms,
  type ProfileName,
  profileOf,
  traitsOf,
} from "../../oauth/profiles/profile.ts";
import { verifyTokenUse } from "../../oauth/profiles/rules.ts";
import { decideUserinfo, withoutResponseClaims } from "../../openid/userinfo.ts";

/** GET and POST /userinfo: OpenID Connect Core §5.3. */
export const userinfo: Endpoint = async (request, context) => {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const { authorization } = request.headers;
  const { config, now, store } = context;
  const presented = parseAccessToken({ authorization, query: request.query, form: form.value });
  const serverProfile = config["security.profile"];
  if (!presented.ok) {
    const scheme = config["oauth2.dpop.required"] ? "DPoP" : "Bearer";
    return tokenError(presented.error, scheme, serverProfile, context);
  }

  const { scheme } = presented.value;
  const token = await findToken(presented.value.token, context);
  const client = token && (await store.clients.find(clientIdOf(token)));
  const userClaims = decideUserinfo(token, client, {
    issuer: config["urls.self.issuer"],
    rat: config["oidc.rat_claim"],
    now: now(),
  });
  const profile = profileOf(client ?? {}, serverProfile);
  const errorFor = (rejection: BearerRejection) => tokenError(rejection, scheme, profile, context);
  const followed = verifyTokenUse(profile, presented.value);
  if (!followed.ok) return errorFor({ reason: "token_in_url", profile });
  if (!userClaims.ok) return errorFor(userClaims.error);
  const { cnf } = (token && detailsOfToken(token, client)) ?? {};
  const unproven = await verifyPossession(presented.value, cnf, client ?? {}, request, context);
  if (unproven !== undefined) return errorFor(unproven);
  const response =
    client === undefined
      ? json(200, userClaims.value)
      : await answerAs(client, userClaims.value, context);
  return scheme === "DPoP" ? offerNonce(response, context) : response;
};

/** §5.3.2: as JSON or as a JWT, signed, encrypted or both, by the fields of the client. */
async function answerAs(
  client: Client,
  user_claims: UserinfoResponse,
  context: Context,
): Promise<Response> {
  const alg = client.userinfo_signed_response_alg;
  const encryption = encryptionOf(client, "userinfo");
  const jwt = isSigningAlgorithm(alg) ? await sign(user_claims, alg, context) : undefined;
  const profile = profileOf(client, context.config["security.profile"]);
  const unsigned = traitsOf(profile).describes_as_hydra
    ? user_claims
    : withoutResponseClaims(user_claims);
  if (encryption === undefined) {
    return jwt === undefined ? json(200, unsigned, noStore) : jwtResponse(jwt);
  }
  const jwe =
    jwt === undefined
      ? await encryptToClient(client, JSON.stringify(unsigned), encryption, context)
      : await encryptToClient(client, jwt, { ...encryption, cty: "JWT" }, context);
  return jwtResponse(jwe);
}

async function sign(
  user_claims: UserinfoResponse,
  alg: SigningAlgorithm,
  { keyring, now }: Context,
): Promise<string> {
  const key = await keyring.signingKey(keySets.id_token, alg);
  return signJwt(key, { ...user_claims, iat: now(), jti: randomId() });
}

function jwtResponse(jwt: string): Response {
  return { status: 200, headers: { ...noStore, "Content-Type": "application/jwt" }, body: jwt };
}

function tokenError(
  rejection: BearerRejection,
  scheme: AccessTokenScheme,
  profile: ProfileName,
  context: Context,
): Response {
  const algorithms = acceptedAlgorithms(profile, signingAlgorithms);
  const { error, www_authenticate } = describeBearerRejection(rejection, scheme, algorithms);
  const status = rejection.reason === "proof_rejected" ? 401 : statusOf(error.error); // RFC 9449 §7.1
  const headers = { "WWW-Authenticate": www_authenticate };
  return offerNonce(errorResponse(status, error, { headers }), context);
}
