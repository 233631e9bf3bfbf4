import { chooseLocale, formPostPage } from "@latchkey/sign-in";
import { fromPage } from "./page-response.ts";
import type { Context } from "../context/context.ts";
import { noStore, redirect } from "../http/response.ts";
import type { Response, ResponseNote } from "../http/endpoint.ts";
import type { Destination } from "../oauth/authorization-request.ts";
import {
  describeAuthorizationError,
  type ResponseParameters,
} from "../oauth/authorization-response.ts";
import type { Flow } from "../interaction/flow.ts";
import { deliver } from "../openid/response-mode.ts";

/** The redirect URI of the client, and the language of the user. */
interface Addressee extends Destination {
  readonly ui_locales?: readonly string[];
}

/** An error for the client, of this server or of a login or consent app. */
export interface Refusal {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  readonly reason?: string;
}

/** Redirects the browser to the client with the response, in the requested response_mode. */
export function answerClient(
  destination: Addressee,
  parameters: ResponseParameters,
  cookies: readonly string[],
): Response {
  const delivery = deliver(destination.response_mode, destination.redirect_uri, parameters);
  const answer =
    delivery.kind === "redirect"
      ? redirect(delivery.location)
      : fromPage(formPostPage(chooseLocale(destination.ui_locales, undefined), delivery));
  const note = { redirect_uri: destination.redirect_uri };
  return withCookies({ ...answer, note }, cookies);
}

/** Redirects the browser to the client with an error. */
export function refuseClient(
  destination: Addressee,
  refusal: Refusal,
  cookies: readonly string[],
  { config }: Pick<Context, "config">,
): Response {
  const envelope = { state: destination.state, issuer: config["urls.self.issuer"] };
  const parameters = describeAuthorizationError(refusal, envelope);
  return noting(answerClient(destination, parameters, cookies), { error: refusal });
}

/** The same response with a note for the inspector. */
export function noting(answer: Response, note: ResponseNote): Response {
  return { ...answer, note: { ...answer.note, ...note } };
}

/** The redirect URI and response mode of a flow. */
export function destinationOf({
  request: { redirect_uri, response_mode, state, ui_locales },
}: Flow): Addressee {
  return { redirect_uri, response_mode, state, ui_locales };
}

/** The same response with cookies to set or delete. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  return cookies.length === 0
    ? answer
    : { ...answer, headers: { ...noStore, ...answer.headers, "Set-Cookie": cookies } };
}
