import { covers, operations } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import type { Client } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { UnreadableDocumentError } from "../../store/port/documents.ts";

/**
 * With support access, operators act for users with the client. A caller that changes its redirect URIs, secret or keys can
 * take their tokens and act as it, so administrators alone may change it, and give it the access.
 */
export function verifyMayChange(
  client: Pick<Client, "support_access">,
  { grants }: Pick<Request, "grants">,
): Result<void, OAuthError> {
  if (!client.support_access || grants === undefined) return ok(undefined);
  const isAdministrator = covers(grants, { role: "administrator" }, operations);
  return isAdministrator ? ok(undefined) : err(forAdministrators);
}

/** The same for a stored client. One whose description is damaged may have the access. */
export async function verifyMayReplace(
  client_id: string,
  request: Pick<Request, "grants">,
  { store }: Context,
): Promise<Result<void, OAuthError>> {
  try {
    const stored = await store.clients.findCurrent(client_id);
    return stored === undefined ? ok(undefined) : verifyMayChange(stored, request);
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return verifyMayChange({ support_access: true }, request);
  }
}

const forAdministrators: OAuthError = {
  error: "request_forbidden",
  error_description:
    "Only an administrator may set support_access, or change a client that has it.",
};
