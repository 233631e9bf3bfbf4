import type { JsonObject, OpenIDConnectContext } from "@latchkey/api";
import type { Flow } from "./flow.ts";

/** OpenID Connect Core §3.1.2.1: the parameters of the request that are for the login page. Absent ones are left out. */
export function oidcContext({
  request,
  hint,
}: Pick<Flow, "request" | "hint">): OpenIDConnectContext {
  const { acr_values, ui_locales, display, login_hint, claims, required_acr } = request;
  const { prompt, max_age } = request;
  return {
    ...(acr_values.length > 0 && { acr_values }),
    ...(ui_locales.length > 0 && { ui_locales }),
    ...(display && { display }),
    ...(login_hint && { login_hint }),
    ...(hint !== undefined && { id_token_hint_claims: hint }),
    ...(claims !== undefined && { claims }),
    ...(required_acr !== undefined && { required_acr_values: required_acr }),
    ...(prompt.length > 0 && { prompt }),
    ...(max_age !== undefined && { max_age }),
  };
}

/** RFC 9396 §2: what the client requests in detail, as login and consent apps read it. */
export function requestedDetails({ request: { authorization_details } }: Pick<Flow, "request">): {
  readonly requested_authorization_details?: readonly JsonObject[];
} {
  return authorization_details === undefined
    ? {}
    : { requested_authorization_details: authorization_details };
}
