import type { Context } from "../context/context.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { profileOf } from "../oauth/profiles/profile.ts";
import { describeProfileRejection, verifyTokenRequest } from "../oauth/profiles/rules.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** The client, if its token request follows the rules of its security profile. */
export function verifyProfile(
  grant_type: string,
  client: AuthenticatedClient,
  { config }: Pick<Context, "config">,
): Result<AuthenticatedClient, OAuthError> {
  const profile = profileOf(client, config["security.profile"]);
  const proves_key = client.confirmation !== undefined;
  const followed = verifyTokenRequest(profile, { client, grant_type, proves_key });
  return followed.ok ? ok(client) : err(describeProfileRejection(followed.error));
}
