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

/** Where a client waits, and the language of whoever is sent there. */
interface Addressee extends Destination {
  readonly ui_locales?: readonly string[];
}

/** A refusal as a client hears it, ours or a provider's. */
interface Refusal {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  readonly reason?: string;
}

/** Sends the browser to the client with an answer, in the way it asked for. */
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

/** Sends the browser to the client with a refusal. */
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

/** The same answer, with more for whoever looks on. */
export function noting(answer: Response, note: ResponseNote): Response {
  return { ...answer, note: { ...answer.note, ...note } };
}

/** Where the client of a flow waits for its answer. */
export function destinationOf({
  request: { redirect_uri, response_mode, state, ui_locales },
}: Flow): Addressee {
  return { redirect_uri, response_mode, state, ui_locales };
}

/** The same answer, with cookies for the browser to keep or drop. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  return cookies.length === 0
    ? answer
    : { ...answer, headers: { ...noStore, ...answer.headers, "Set-Cookie": cookies } };
}
