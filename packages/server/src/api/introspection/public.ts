import type { OAuth2TokenIntrospection } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { keySets } from "../../context/keyring.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { isSigningAlgorithm } from "../../crypto/signing-algorithm.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { findApis } from "../../grants/find-apis.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";
import { accepts } from "../../http/media-type.ts";
import { refuse } from "../../http/refuse.ts";
import { noStore, tokenResponse, type Response } from "../../http/response.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import { describeSignedIntrospection, limitIntrospection } from "../../oauth/introspection.ts";
import { type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import { profileOf, signingAlgorithmUnder } from "../../oauth/profiles/profile.ts";
import { countIntrospection, introspect, readIntrospectionRequest } from "./introspection.ts";

/** POST /oauth2/introspect of the public listener: RFC 7662, for the APIs that tokens are for. */
export const introspectForApi: Endpoint = async (request, context) => {
  const asked = readIntrospectionRequest(request);
  if (!asked.ok) return refuse(asked.error, request, context);
  const caller = await authenticateClient(request, asked.value.form, context);
  if (!caller.ok) return refuse(caller.error, request, context);
  // RFC 7662 §2.1: otherwise anyone could scan for tokens with the id of a public client.
  if (caller.value.token_endpoint_auth_method === "none") return refuse(isPublic, request, context);
  if (asked.value.token === undefined) return refuse(parameterMissing("token"), request, context);

  const known = await introspect(asked.value, context);
  const introspection = limitIntrospection(known, {
    caller: caller.value,
    subject: known.active ? subjectFor(caller.value, known.sub, context) : undefined,
    apis: known.active ? await findApis(known.aud, context) : [],
    scope_strategy: context.config["strategies.scope"],
  });
  countIntrospection(introspection, context);
  return accepts(request.headers["accept"], SIGNED)
    ? signedResponse(introspection, caller.value, context)
    : tokenResponse(introspection);
};

/** OpenID Connect Core §8: a client that knows its users by pairwise names learns no other. It is the user of its own tokens. */
function subjectFor(
  caller: AuthenticatedClient,
  subject: string,
  context: Context,
): string | undefined {
  if (subject === caller.client_id) return subject;
  const known = subjectIdentifierFor(caller, subject, undefined, context);
  return known.ok ? known.value : undefined;
}

/** RFC 9701 §4: the media type of responses as a JWT. */
const SIGNED = "application/token-introspection+jwt";

/** RFC 9701 §5. */
async function signedResponse(
  introspection: OAuth2TokenIntrospection,
  caller: AuthenticatedClient,
  { config, keyring, now }: Context,
): Promise<Response> {
  const own = caller.introspection_signed_response_alg;
  const profile = profileOf(caller, config["security.profile"]);
  // §6: the default is RS256.
  const alg = isSigningAlgorithm(own) ? own : signingAlgorithmUnder(profile, "RS256");
  const issuer = config["urls.self.issuer"];
  const claims = describeSignedIntrospection(introspection, {
    issuer,
    caller: caller.client_id,
    now: now(),
  });
  const key = await keyring.signingKey(keySets.id_token, alg);
  const body = await signJwt(key, claims, { typ: "token-introspection+jwt" }); // §5: not accepted as another kind of JWT.
  return { status: 200, headers: { ...noStore, "Content-Type": SIGNED }, body };
}

const isPublic: OAuthError = {
  error: "invalid_client",
  error_description:
    "Introspection requires a client that authenticates. Give the client a token_endpoint_auth_method other than none.",
};
