import type { LifespanSettings } from "../context/lifespan-sources.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { type FormFields, isScopeRepeated, sentTwice } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import { policyOf } from "./client-policy.ts";

/**
 * The client that lets a user be asked, before it polls for tokens, if its token requests will follow the rules of its security
 * profile. The key is proven with the token request; a client that breaks another rule would get no tokens, so no user is asked.
 */
export function verifyProfileBefore(
  client: AuthenticatedClient,
  settings: LifespanSettings,
): Result<AuthenticatedClient, OAuthError> {
  const refusal = policyOf(client, settings).refusal.with_key;
  return refusal === undefined ? ok(client) : err(refusal);
}

/** The client that was identified, if the profile lets it send several `scope` parameters, or it sent one. */
export function verifyScopeOnce(
  identified: Result<AuthenticatedClient, OAuthError>,
  form: FormFields,
  settings: LifespanSettings,
): Result<AuthenticatedClient, OAuthError> {
  if (!identified.ok || !isScopeRepeated(form)) return identified;
  const { repeats_scope } = policyOf(identified.value, settings).traits;
  return repeats_scope ? identified : err(sentTwice("scope"));
}
