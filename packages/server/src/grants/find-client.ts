import type { Context, FoundClient } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { Client } from "../oauth/client.ts";
import { clientAuthenticationRejections } from "../oauth/client/authentication.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** The client of an authorization or token request: registered, or described elsewhere, by a source that its id belongs to. */
export async function findClient(
  client_id: string,
  { address }: Pick<Request, "address">,
  context: Context,
): Promise<FoundClient> {
  const stored = await context.store.clients.find(client_id);
  if (stored?.enabled === false) return clientDisabled;
  const source = context.client_sources.find((one) => one.owns(client_id));
  const isCurrent = stored?.metadata_document === undefined && source?.is_built_in !== true;
  if (stored !== undefined && isCurrent) return ok(stored);
  return source === undefined
    ? ok(undefined)
    : source.find({ client_id, stored, address }, context);
}

/** A client that was found otherwise, unless it is disabled. */
export function unlessDisabled(client: Client): Result<Client, OAuthError> {
  return client.enabled === false ? clientDisabled : ok(client);
}

const clientDisabled = err(
  describeRejection(clientAuthenticationRejections, { reason: "client_disabled" }),
);
