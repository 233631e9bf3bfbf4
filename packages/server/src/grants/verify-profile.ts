import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { type FormFields, isScopeRepeated, sentTwice } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { describeProfileRejection } from "../oauth/profiles/explain-rules.ts";
import { verifyTokenRequest } from "../oauth/profiles/rules.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** The client, if its token request follows the rules of its security profile. */
export function verifyProfile(
  grant_type: string,
  client: AuthenticatedClient,
  { config }: Pick<Context, "config">,
): Result<AuthenticatedClient, OAuthError> {
  return verify(grant_type, client, client.confirmation !== undefined, config);
}

/**
 * The same for the request with which a client lets a user be asked, before it polls for tokens. The key is proven with the token
 * request; a client that breaks another rule would get no tokens, so no user is asked.
 */
export function verifyProfileBefore(
  grant_type: string,
  client: AuthenticatedClient,
  { config }: Pick<Context, "config">,
): Result<AuthenticatedClient, OAuthError> {
  return verify(grant_type, client, true, config);
}

/** The client that was identified, if the profile lets it send several `scope` parameters, or it sent one. */
export function verifyScopeOnce(
  identified: Result<AuthenticatedClient, OAuthError>,
  form: FormFields,
  { config }: Pick<Context, "config">,
): Result<AuthenticatedClient, OAuthError> {
  if (!identified.ok || !isScopeRepeated(form)) return identified;
  const profile = profileOf(identified.value, config["security.profile"]);
  return traitsOf(profile).repeats_scope ? identified : err(sentTwice("scope"));
}

function verify(
  grant_type: string,
  client: AuthenticatedClient,
  proves_key: boolean,
  config: Config,
): Result<AuthenticatedClient, OAuthError> {
  const profile = profileOf(client, config["security.profile"]);
  const followed = verifyTokenRequest(profile, { client, grant_type, proves_key });
  return followed.ok ? ok(client) : err(describeProfileRejection(followed.error));
}
