import type { RequestTexts } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import type { Client } from "../oauth/client.ts";
import { type RequestedAccess, requestTextsOf } from "../oauth/resource/display-texts.ts";
import { findApis } from "../grants/find-apis.ts";

/**
 * What users read of a request. A request need not name the API of a scope: then it may be one of those that the client has in
 * its `audience`.
 */
export async function findRequestTexts(
  request: RequestedAccess,
  client: Pick<Client, "audience">,
  context: Pick<Context, "store" | "config">,
): Promise<{ readonly display_texts?: RequestTexts }> {
  const { config, store } = context;
  const requested = await findApis(request.audience, context);
  const others = client.audience.filter((name) => !request.audience.includes(name));
  const allowed = await Promise.all(
    others.map(async (name) => store.apis.findCachedByIdentifier(name)),
  );
  const apis = [...requested, ...allowed.filter((api) => api !== undefined)];
  const display_texts = requestTextsOf(request, apis, config["oauth2.scopes"]);
  return display_texts === undefined ? {} : { display_texts };
}
