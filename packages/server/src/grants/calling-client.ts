import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import { readForm } from "../http/form.ts";
import type { Client } from "../oauth/client.ts";
import { parseBasicCredentials, parseCredentials } from "../oauth/client/credentials.ts";
import { clientIdOf, findToken } from "./find-token.ts";

/** The client that a request claims to come from, by its credentials or token. It is not authenticated. */
export async function callingClient(
  request: Request,
  context: Context,
): Promise<Client | undefined> {
  const { store } = context;
  const { authorization } = request.headers;
  const form = readForm(request);
  const presented =
    /^(?:bearer|dpop) +(\S+)$/i.exec(authorization ?? "")?.[1] ??
    (form.ok ? form.value.get("access_token") : undefined) ??
    request.query.get("access_token");
  if (presented !== null) {
    const token = await findToken(presented, context);
    return token && store.clients.find(clientIdOf(token));
  }
  const credentials = form.ok
    ? parseCredentials(parseBasicCredentials(authorization), form.value)
    : form;
  const client_id = credentials.ok ? credentials.value.client_id : undefined;
  return client_id === undefined ? undefined : store.clients.find(client_id);
}
