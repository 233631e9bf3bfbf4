import type { JsonObject } from "./json-object.ts";

/** What the client asked of the login page: OpenID Connect Core §3.1.2.1. */
export interface OpenIDConnectContext {
  readonly acr_values?: readonly string[];
  readonly ui_locales?: readonly string[];
  readonly display?: string;
  readonly login_hint?: string;
  /** The claims of the ID token the client sent as a hint. */
  readonly id_token_hint_claims?: JsonObject;
}
