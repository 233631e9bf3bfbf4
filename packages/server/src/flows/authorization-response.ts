import { chooseLocale, formPostPage } from "@latchkey/sign-in";
import { fromPage } from "./page-response.ts";
import type { Context } from "../context/context.ts";
import { keySets } from "../context/keyring.ts";
import { signJwt } from "../crypto/jwt.ts";
import { isSigningAlgorithm } from "../crypto/signing-algorithm.ts";
import { encryptToClient } from "../grants/client-keys.ts";
import { idTokenAlgorithm } from "../grants/issue-grant-tokens.ts";
import type { Request } from "../http/request.ts";
import { noStore, redirect, type Response, type ResponseNote } from "../http/response.ts";
import type { Destination } from "../oauth/authorization-request.ts";
import {
  describeAuthorizationError,
  type ResponseParameters,
} from "../oauth/authorization-response.ts";
import { encryptionOf } from "../oauth/client/encryption.ts";
import { splitResponseMode } from "../oauth/response-type.ts";
import type { Flow } from "../interaction/flow.ts";
import type { SentError } from "../interaction/provider-error.ts";
import { describeJwtResponse } from "../openid/jwt-response.ts";
import { deliver } from "../openid/response-mode.ts";

/** The redirect URI of the client, and the languages of the user, for a page that posts the response. */
interface Addressee extends Destination {
  readonly ui_locales?: readonly string[];
  readonly accept_language?: string | undefined;
}

/** Redirects the browser to the client with the response, in the requested response_mode. */
export async function answerClient(
  destination: Addressee,
  parameters: ResponseParameters,
  cookies: readonly string[],
  context: ResponseContext,
): Promise<Response> {
  const { transport, is_jwt } = splitResponseMode(destination.response_mode);
  const sent = is_jwt
    ? { response: await writeJwtResponse(destination.client_id, parameters, context) }
    : parameters;
  const delivery = deliver(transport, destination.redirect_uri, sent);
  const { ui_locales, accept_language } = destination;
  const answer =
    delivery.kind === "redirect"
      ? redirect(delivery.location)
      : fromPage(
          formPostPage(chooseLocale(ui_locales, accept_language), delivery, context.page_brand()),
        );
  const note = { redirect_uri: destination.redirect_uri };
  return withCookies({ ...answer, note }, cookies);
}

type ResponseContext = Pick<
  Context,
  "config" | "keyring" | "now" | "page_brand" | "remote_jwks" | "store"
>;

/** Redirects the browser to the client with an error. */
export async function sendErrorToClient(
  destination: Addressee,
  error: SentError,
  cookies: readonly string[],
  context: ResponseContext,
): Promise<Response> {
  const envelope = { state: destination.state, issuer: context.config["urls.self.issuer"] };
  const parameters = describeAuthorizationError(error, envelope);
  const answer = await answerClient(destination, parameters, cookies, context);
  return noting(answer, { error });
}

/** JARM §2.2: the response as a JWT, signed, and encrypted if the client registered that. */
async function writeJwtResponse(
  client_id: string,
  parameters: ResponseParameters,
  context: ResponseContext,
): Promise<string> {
  const { config, keyring, now, store } = context;
  const client = await store.clients.find(client_id); // Undefined when it was deleted: then the response is an error.
  const own = client?.authorization_signed_response_alg;
  const alg = isSigningAlgorithm(own) ? own : client && idTokenAlgorithm(client, config);
  const facts = { issuer: config["urls.self.issuer"], client_id, now: now() };
  const claims = describeJwtResponse(parameters, facts);
  const jwt = await signJwt(await keyring.signingKey(keySets.id_token, alg), claims);
  const encryption = client && encryptionOf(client, "authorization");
  return encryption === undefined || client === undefined
    ? jwt
    : encryptToClient(client, jwt, { ...encryption, cty: "JWT" }, context);
}

/** The same response with a note for the inspector. */
export function noting(answer: Response, note: ResponseNote): Response {
  return { ...answer, note: { ...answer.note, ...note } };
}

/** The redirect URI and response mode of a flow. The request is that of the browser which gets the response. */
export function destinationOf(
  { client_id, request: { redirect_uri, response_mode, state, ui_locales } }: Flow,
  request: Request,
): Addressee {
  return inLanguageOf(request, { client_id, redirect_uri, response_mode, state, ui_locales });
}

/** The same destination with the languages of the browser. */
export function inLanguageOf({ headers }: Request, destination: Addressee): Addressee {
  return { ...destination, accept_language: headers["accept-language"] };
}

/** The same response with cookies to set or delete. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  return cookies.length === 0
    ? answer
    : { ...answer, headers: { ...noStore, ...answer.headers, "Set-Cookie": cookies } };
}
