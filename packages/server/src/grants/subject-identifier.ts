import type { Context } from "../context/context.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { subjectIdentifier, subjectIdentifierRejections } from "../openid/subject-identifier.ts";

/** The `sub` of a user for a client. `forced` is the `force_subject_identifier` of the login app. */
export function subjectIdentifierFor(
  client: Client,
  subject: string,
  forced: string | undefined,
  { config }: Pick<Context, "config">,
): Result<string, OAuthError> {
  const salt = config["oidc.subject_identifiers.pairwise.salt"] ?? "";
  const sub = subjectIdentifier({ client, subject, forced, salt });
  return sub.ok ? ok(sub.value) : err(describeRejection(subjectIdentifierRejections, sub.error));
}
