import { mayHandOutRights, operations, reservedRightOf, reservedRights } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import { refuse } from "../../http/refuse.ts";
import type { Response } from "../../http/response.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { ClientMetadata } from "../../oauth/client.ts";
import { type OAuthError, quote } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { UnreadableDocumentError } from "../../store/port/documents.ts";

/** Whether the caller may give a client what its description says. */
export function verifyMayHandOut(
  metadata: ClientMetadata,
  { grants }: Pick<Request, "grants">,
): Result<void, OAuthError> {
  const right = reservedRightOf("client", metadata);
  return right === undefined || mayHandOutRights(grants, operations)
    ? ok(undefined)
    : err(forAdministrators(`set ${right} of a client`));
}

/**
 * The endpoint of an operation that acts on the client of its path, for callers who may. With the rights that only administrators
 * hand out, a client acts for users, or gets what others keep for them. Who changes its redirect URIs, its secret or its keys can
 * take that; who compares secrets can guess one.
 */
export function actingOnClient<R extends Request>(
  endpoint: (request: R) => MaybePromise<Response>,
  context: Context,
): (request: R) => MaybePromise<Response> {
  return (request) => {
    const { id } = request.params;
    if (id === undefined || mayHandOutRights(request.grants, operations)) return endpoint(request);
    return findRight(id, context).then((right) =>
      right === undefined
        ? endpoint(request)
        : refuse(
            forAdministrators(`act on the client ${quote(id)}, which has ${right}`),
            request,
            context,
          ),
    );
  };
}

/** A right of the stored client. One whose description is damaged may have any. */
async function findRight(client_id: string, { store }: Context): Promise<string | undefined> {
  try {
    const stored = await store.clients.findCurrent(client_id);
    return stored && reservedRightOf("client", stored);
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return reservedRights.client[0];
  }
}

function forAdministrators(act: string): OAuthError {
  return {
    error: "request_forbidden",
    error_description: `Only an administrator may ${act}.`,
  };
}
