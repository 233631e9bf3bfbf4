import type { BackchannelContext } from "./context.ts";
import { resolvesUsers } from "./settings.ts";
import { readIdToken } from "../../grants/read-id-token.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import type { AskedAuthentication } from "./rules/authentication-request.ts";
import { backchannelRejections, type UserHint } from "./rules/parse-request.ts";

/** Whom a hint means. */
export interface NamedUser extends Pick<AskedAuthentication, "id_token_hint" | "subject"> {
  /** The subject where it is known, else the hint. */
  readonly addressee: string;
}

/**
 * OpenID CIBA Core §7.2: finds the user of a hint. The built-in pages have users that the server
 * knows, and a hint to none of them is refused. An app of the operator knows its own: the hint is passed on to it.
 */
export async function resolveUser(
  hint: UserHint,
  client: AuthenticatedClient,
  context: BackchannelContext,
): Promise<Result<NamedUser, OAuthError>> {
  const named = await readHint(hint, client, context);
  if (!named.ok || !resolvesUsers(context.config)) return named;
  const { addressee } = named.value;
  const subject = await findSubject(addressee, hint.kind, context);
  return subject === undefined
    ? err(describeRejection(backchannelRejections, { reason: "backchannel_user_unknown" }))
    : ok({ ...named.value, addressee: subject, subject });
}

async function readHint(
  hint: UserHint,
  { client_id }: AuthenticatedClient,
  context: BackchannelContext,
): Promise<Result<NamedUser, OAuthError>> {
  if (hint.kind === "login_hint") return ok({ addressee: hint.login_hint });
  const claims = await readIdToken(hint.id_token_hint, context);
  const { iss, sub, aud } = claims ?? {};
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = iss === context.config["urls.self.issuer"] && audiences.includes(client_id);
  if (claims === undefined || typeof sub !== "string" || !isOurs)
    return err(
      describeRejection(backchannelRejections, { reason: "backchannel_id_token_hint_invalid" }),
    );
  return ok({ addressee: sub, id_token_hint: claims });
}

/** The subject of a user name or subject. A subject is compared first, since a user cannot choose it. */
async function findSubject(
  name: string,
  kind: UserHint["kind"],
  { users }: BackchannelContext,
): Promise<string | undefined> {
  const subject = await users.findSubject(name);
  return subject === undefined && kind === "login_hint" ? users.findByName(name) : subject;
}
