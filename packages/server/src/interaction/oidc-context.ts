import type { OpenIDConnectContext } from "@latchkey/api";
import type { Flow } from "./flow.ts";

/** OpenID Connect Core §3.1.2.1: the parameters of the request that are for the login page. Absent ones are left out. */
export function oidcContext({ request, hint }: Flow): OpenIDConnectContext {
  const { acr_values, ui_locales, display, login_hint } = request;
  return {
    ...(acr_values.length > 0 && { acr_values }),
    ...(ui_locales.length > 0 && { ui_locales }),
    ...(display && { display }),
    ...(login_hint && { login_hint }),
    ...(hint !== undefined && { id_token_hint_claims: hint }),
  };
}
