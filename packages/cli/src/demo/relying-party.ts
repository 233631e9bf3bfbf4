import { hash } from "node:crypto";

import type { OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { basic, bearer, type Client } from "@latchkey/client";

import { findResponseProblem } from "./authorization-response.ts";
import { decodeIdToken, findIdTokenProblem, type IdTokenExpectation } from "./id-token.ts";
import { DEMO_SCOPE, postLogoutRedirectUri, redirectUri } from "./registration.ts";
import type { PendingSignIn, SignedIn } from "./sessions.ts";

/** The demo as a relying party. */
export interface RelyingParty {
  /** The issuer, as in `iss`. */
  readonly issuer: string;
  /** Public listener, without a trailing slash. */
  readonly public_url: string;
  readonly client_id: string;
  readonly client_secret: string | undefined;
  /** URL of the demo, without a trailing slash. */
  readonly url: string;
  readonly latchkey: Client;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Tokens, or a description of the problem. */
export type Outcome = { readonly signed_in: SignedIn } | { readonly problem: string };

/** URL of the authorization request. */
export function authorizationUrl(
  { state, nonce, code_verifier }: PendingSignIn & { readonly state: string },
  { public_url, client_id, url }: RelyingParty,
): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri(url),
    scope: DEMO_SCOPE,
    state,
    nonce,
    code_challenge: hash("sha256", code_verifier, "base64url"), // RFC 7636 §4.2
    code_challenge_method: "S256",
  });
  return `${public_url}/oauth2/auth?${query.toString()}`;
}

/** Handles the redirect with a code or an error. */
export async function completeSignIn(
  query: URLSearchParams,
  pending: PendingSignIn | undefined,
  party: RelyingParty,
): Promise<Outcome> {
  if (pending === undefined) {
    return { problem: "This response belongs to no sign-in started here." };
  }
  const problem = findResponseProblem(query, party.issuer);
  if (problem !== undefined) return { problem };
  const { code_verifier, nonce } = pending;
  const code = query.get("code") ?? "";
  const redirect_uri = redirectUri(party.url);
  const request = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
  return requestTokens(request, nonce, party);
}

/** Refreshes the tokens. */
export async function refreshTokens({ tokens }: SignedIn, party: RelyingParty): Promise<Outcome> {
  const { refresh_token } = tokens;
  if (refresh_token === undefined) return { problem: "There is no refresh token." };
  const outcome = await requestTokens(
    { grant_type: "refresh_token", refresh_token },
    undefined,
    party,
  );
  if ("problem" in outcome) return outcome;
  return {
    signed_in: { ...outcome.signed_in, tokens: { ...tokens, ...outcome.signed_in.tokens } },
  };
}

export async function readUserinfo(signed_in: SignedIn, party: RelyingParty): Promise<Outcome> {
  const authorization = bearer(signed_in.tokens.access_token);
  try {
    const userinfo = await party.latchkey.userinfo({}, { authorization });
    return { signed_in: { ...signed_in, userinfo } };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** URL that also ends the session at the server: OpenID Connect RP-Initiated Logout §2. */
export function logoutUrl(signed_in: SignedIn | undefined, party: RelyingParty): string {
  const post_logout_redirect_uri = postLogoutRedirectUri(party.url);
  const id_token_hint = signed_in?.tokens.id_token;
  if (id_token_hint === undefined) return post_logout_redirect_uri;
  const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri });
  return `${party.public_url}/oauth2/sessions/logout?${query.toString()}`;
}

async function requestTokens(
  request: OAuth2TokenRequest,
  nonce: string | undefined,
  { issuer, client_id, client_secret, latchkey, now }: RelyingParty,
): Promise<Outcome> {
  try {
    const tokens = await (client_secret === undefined
      ? latchkey.oauth2Token({ ...request, client_id })
      : latchkey.oauth2Token(request, { authorization: basic(client_id, client_secret) }));
    const problem = findProblem(tokens, { issuer, client_id, nonce, now: now() });
    return problem === undefined ? { signed_in: { tokens, received_at: now() } } : { problem };
  } catch (error) {
    return { problem: String(error) };
  }
}

function findProblem(
  { id_token }: OAuth2TokenResponse,
  expectation: IdTokenExpectation,
): string | undefined {
  if (id_token === undefined) return undefined;
  const decoded = decodeIdToken(id_token);
  return decoded ? findIdTokenProblem(decoded, expectation) : "The ID token is not a JWT.";
}
