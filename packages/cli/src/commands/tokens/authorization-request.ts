import { hash, randomBytes } from "node:crypto";

import type { AuthorizationRequest } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** An authorization request, and the values to check its response with. */
export interface PendingAuthorization {
  readonly url: string;
  readonly request: AuthorizationRequest;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** Builds an authorization request with state, nonce and PKCE: RFC 6749 §4.1.1, RFC 7636 §4.3. */
export function buildAuthorizationRequest(
  endpoint: string,
  request: AuthorizationRequest,
): PendingAuthorization {
  const [state, nonce, code_verifier] = [randomText(), randomText(), randomText()];
  const url = new URL(endpoint);
  const asked: AuthorizationRequest = {
    ...request,
    response_type: "code",
    state,
    nonce,
    code_challenge: hash("sha256", code_verifier, "base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) if (one !== "") url.searchParams.append(name, String(one));
  return { url: url.href, request: asked, state, nonce, code_verifier };
}

/** Sends the request without a browser first: errors that are not redirected to the client would otherwise appear only in the browser. */
export async function checkAuthorizationRequest(
  { request }: PendingAuthorization,
  latchkey: Client,
): Promise<void> {
  const reply = await latchkey.call("oauthAuth", request);
  const location = URL.parse(reply.headers.get("location") ?? "");
  const description = location?.searchParams.get("error_description");
  const isReturn = location?.href.startsWith(request.redirect_uri ?? "") === true;
  if (reply.ok && (isReturn || !location?.searchParams.has("error"))) return;
  throw new Failure(
    exitCodes.refused,
    `The server rejected the authorization request${description ? `: ${description}` : ` (${reply.status})`}. Check that there is a client ${request.client_id} with the redirect URI ${request.redirect_uri}: latchkey clients get ${request.client_id}`,
  );
}

/** Returns the code of a valid response: RFC 6749 §4.1.2, RFC 9207 §2.4. */
export function readCode(
  answer: URLSearchParams,
  pending: PendingAuthorization,
  issuer: string,
): string {
  const problem = findProblem(answer, pending, issuer);
  if (problem !== undefined) throw new Failure(exitCodes.refused, problem);
  return answer.get("code") ?? "";
}

function findProblem(
  answer: URLSearchParams,
  { state }: PendingAuthorization,
  issuer: string,
): string | undefined {
  const [error, description] = [answer.get("error"), answer.get("error_description")];
  if (answer.get("state") !== state)
    return "The response belongs to another request: its state differs. Start again.";
  if ((answer.get("iss") ?? issuer) !== issuer)
    return `The response is from ${answer.get("iss")}, not from ${issuer}. Check --endpoint.`;
  if (error !== null) return `The server returned an error: ${description ?? error} (${error})`;
  return answer.get("code") ? undefined : "The response contains no code.";
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
