import { hash, randomBytes } from "node:crypto";

import type { AuthorizationRequest } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";

/** A question to the authorization endpoint, and what is needed to understand the answer. */
export interface Question {
  readonly url: string;
  readonly request: AuthorizationRequest;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** Asks with state, nonce and a code challenge, whatever else is asked: RFC 6749 §4.1.1, RFC 7636 §4.3. */
export function askForCode(endpoint: string, request: AuthorizationRequest): Question {
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
  for (const [name, value] of Object.entries<string | number | undefined>(asked))
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  return { url: url.href, request: asked, state, nonce, code_verifier };
}

/** Asks without a browser first: an error that no client can be told would be shown there, and nobody would come back. */
export async function rehearse({ request }: Question, latchkey: Client): Promise<void> {
  const reply = await latchkey.call("oauthAuth", request);
  const location = URL.parse(reply.headers.get("location") ?? "");
  const told = location?.searchParams.get("error_description");
  const returns = location?.href.startsWith(request.redirect_uri ?? "") === true;
  if (reply.ok && (returns || !location?.searchParams.has("error"))) return;
  throw new Failure(
    exitCodes.refused,
    `The server would not begin${told ? `: ${told}` : ` (${reply.status})`}. Check that there is a client ${request.client_id} with the redirect URI ${request.redirect_uri}: latchkey clients get ${request.client_id}`,
  );
}

/** The code the browser brought back, if it answers this question: RFC 6749 §4.1.2, RFC 9207 §2.4. */
export function readCode(answer: URLSearchParams, question: Question, issuer: string): string {
  const complaint = findComplaint(answer, question, issuer);
  if (complaint !== undefined) throw new Failure(exitCodes.refused, complaint);
  return answer.get("code") ?? "";
}

function findComplaint(
  answer: URLSearchParams,
  { state }: Question,
  issuer: string,
): string | undefined {
  const [error, description] = [answer.get("error"), answer.get("error_description")];
  if (answer.get("state") !== state)
    return "The browser brought an answer to another question: its state differs. Start again.";
  if ((answer.get("iss") ?? issuer) !== issuer)
    return `The answer is from ${answer.get("iss")}, not from ${issuer}. Check --endpoint.`;
  if (error !== null) return `The server said no: ${description ?? error} (${error})`;
  return answer.get("code") ? undefined : "The browser came back without a code.";
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
