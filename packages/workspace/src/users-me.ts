import { type Request, randomId } from "@latchkey/server/feature/endpoints";
import { bearerTokenIn, err, ok } from "@latchkey/server/feature/rules";
import type { OwnEndpoint, WorkspaceContext } from "./context.ts";
import { describeBotUser } from "./rules/bot-user.ts";
import { workspaceErrors } from "./rules/errors.ts";
import { parseServiceVersion } from "./rules/service-version.ts";
import { type Outcome, respond } from "./call.ts";
import { findBot } from "./find-bot.ts";

/** GET /v1/users/me: the bot user of the access token. */
export const describeMe: OwnEndpoint = async (request, context) => {
  const requestId = randomId();
  return respond(await describe(request, requestId, context), requestId, context);
};

async function describe(
  { headers }: Request,
  requestId: string,
  context: WorkspaceContext,
): Outcome {
  const { config } = context;
  const versions = config["workspace.service_versions"];
  const aliases = config["workspace.version_header_aliases"];
  const version = parseServiceVersion((name) => headers[name], versions, aliases);
  if (!version.ok) return version;

  const presented = bearerTokenIn(headers["authorization"]);
  const bot = presented === undefined ? undefined : await findBot(presented, context);
  return bot === undefined
    ? err(workspaceErrors.token_invalid)
    : ok(describeBotUser(bot, requestId));
}
