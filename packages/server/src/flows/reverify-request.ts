import type { Context } from "../context/context.ts";
import { verifyCurrentPermissions } from "../grants/current-permissions.ts";
import {
  type AuthorizationRequest,
  parseAllowedResponseType,
} from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import {
  grantTypeRejections,
  type GrantTypeRequirements,
  verifyGrantTypeAllowed,
} from "../oauth/grant-type.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { authorizationRequestRejections } from "../oauth/request/authorization-request-rejection.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** What is granted at the end of a flow, with or without a browser. */
export interface GrantedRequest {
  /** The grant type with which the client redeems what is granted, where that is not an authorization response. */
  readonly grant_type?: GrantTypeRequirements;
  readonly request: AuthorizationRequest;
}

/**
 * Checks a request again at the end of its flow: whether the client may still make it, and have what it asks for. A flow takes
 * up to an hour, in which an administrator may have withdrawn the response type, the grant type, a scope, an API or a type of
 * details.
 */
export async function reverifyRequest(
  { grant_type, request }: GrantedRequest,
  client: Client,
  context: Context,
): Promise<Result<void, OAuthError>> {
  const delivered = verifyDelivery(grant_type, request, client, context);
  if (!delivered.ok) return delivered;
  const permitted = await verifyCurrentPermissions(request, client, context);
  return permitted.ok
    ? permitted
    : err(describeRejection(authorizationRequestRejections, permitted.error));
}

/** Whether the client may get what is granted in this way: with its response type, or with a grant type that polls. */
function verifyDelivery(
  grant_type: GrantTypeRequirements | undefined,
  { response_type }: AuthorizationRequest,
  client: Client,
  { config }: Context,
): Result<void, OAuthError> {
  if (grant_type === undefined) {
    const options = { dpop_required: config["oauth2.dpop.required"] };
    const parsed = parseAllowedResponseType(response_type.join(" "), client, options);
    return parsed.ok
      ? ok(undefined)
      : err(describeRejection(authorizationRequestRejections, parsed.error));
  }
  const allowed = verifyGrantTypeAllowed(client, grant_type);
  return allowed.ok ? allowed : err(describeRejection(grantTypeRejections, allowed.error));
}
