import type { AuthorizationObjection } from "./authorization-objection.ts";
import type { ResponseMode } from "./authorization-request.ts";
import type { Client } from "./client.ts";
import type { FormFields } from "./form-fields.ts";
import { isSecureRedirect, matchRedirectUri } from "./redirect-uri.ts";
import { impliedResponseMode, responseModes } from "./response-type.ts";
import { err, ok, type Result } from "./result.ts";

/** Where the client waits for an answer, and the word it knows it by. */
export interface Destination {
  readonly redirect_uri: string;
  readonly response_mode: ResponseMode;
  readonly state: string | undefined;
}

/** Where the answer to a request goes, good or bad. The URIs listed may be http although they leave the machine. */
export function findDestination(
  params: FormFields,
  client: Client,
  insecure_redirect_uris: readonly string[],
): Result<Destination, AuthorizationObjection> {
  // RFC 6749 §3.1: with two of these it is not known which client asks, or where it waits.
  const parameter = ["client_id", "redirect_uri"].find((name) => params.repeated.includes(name));
  if (parameter !== undefined) return err({ reason: "parameter_repeated", parameter });

  const mode = params.get("response_mode");
  const response_mode =
    mode === undefined
      ? impliedResponseMode(params.get("response_type"))
      : responseModes.find((known) => known === mode);
  if (response_mode === undefined) {
    return err({ reason: "response_mode_unknown", response_mode: mode ?? "" });
  }
  const matched = matchRedirectUri(client.redirect_uris, params.get("redirect_uri"));
  if (!matched.ok) return matched;
  const redirect_uri = matched.value;
  if (!isSecureRedirect(redirect_uri) && !insecure_redirect_uris.includes(redirect_uri)) {
    return err({ reason: "redirect_uri_insecure", redirect_uri });
  }
  return ok({ redirect_uri, response_mode, state: params.get("state") });
}
