import type { JsonObject } from "./json-object.ts";

/** What the client asked of the login page: OpenID Connect Core §3.1.2.1. */
export interface OpenIDConnectContext {
  /** How thoroughly the login should be done, best first. */
  readonly acr_values?: readonly string[];
  /** The languages the person prefers, best first. */
  readonly ui_locales?: readonly string[];
  /** How the page should look. */
  readonly display?: string;
  /** What the person may be called. */
  readonly login_hint?: string;
  /** The claims of the ID token the client sent as a hint. */
  readonly id_token_hint_claims?: JsonObject;
}
