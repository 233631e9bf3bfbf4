import type { Context } from "../context.ts";
import { randomId } from "../crypto/random-id.ts";
import type { Endpoint, Request } from "../http/endpoint.ts";
import { err, ok } from "../oauth/result.ts";
import { describeBotUser } from "../workspace/bot-user.ts";
import { refusals } from "../workspace/refusals.ts";
import { checkServiceVersion } from "../workspace/service-version.ts";
import { isWorkspaceTokenActive } from "../workspace/workspace-token.ts";
import { guarded, type Outcome, tell } from "./call.ts";
import { findStanding, findWorkspaceToken } from "./standing.ts";

/** GET /v1/users/me: a bot learns who it is, and for whom it acts. */
export const describeMe: Endpoint = async (request, context) => {
  const request_id = randomId();
  const outcome = await guarded(() => describe(request, request_id, context));
  return tell(outcome, request, request_id, context);
};

async function describe({ headers }: Request, request_id: string, context: Context): Outcome {
  const { config, now } = context;
  const versions = config["workspace.service_versions"];
  const aliases = config["workspace.version_header_aliases"];
  const version = checkServiceVersion((name) => headers[name], versions, aliases);
  if (!version.ok) return version;

  const shown = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1];
  const found = await findWorkspaceToken(shown, ["workspace_access_token"], context);
  if (found === undefined) return err(refusals.token_invalid);
  const standing = await findStanding(found.grant, context);
  const { integration, workspace, member } = standing;
  const isActive = isWorkspaceTokenActive(found, { ...standing, now: now() });
  if (!isActive || integration === undefined || workspace === undefined)
    return err(refusals.token_invalid);
  const bot_id = found.grant.bot_id ?? "";
  return ok(
    describeBotUser({ bot_id, grant: found.grant, integration, workspace, member, request_id }),
  );
}
