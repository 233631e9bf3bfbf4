import { tokenResponse } from "../../http/response.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { offerNonce } from "../../grants/dpop.ts";
import { proveKey } from "../../grants/prove-key.ts";
import { policyOf, verifyProfile } from "../../grants/client-policy.ts";
import { verifyScopeOnce } from "../../grants/verify-profile.ts";
import type { GrantType, GrantTypes } from "../../grants/grant-type.ts";
import { presentsCredentials } from "../../oauth/client/credentials.ts";
import { type FormFields, verifyNotRepeated } from "../../oauth/form-fields.ts";
import {
  type OAuthError,
  parameterMissing,
  quote,
  tokenErrorStatus,
} from "../../oauth/oauth-error.ts";
import { describeTokenResponse } from "../../oauth/token-response.ts";

/** POST /oauth2/token: RFC 6749 §3.2. */
export function createTokenEndpoint(grant_types: GrantTypes): Endpoint {
  return async (request, context) => {
    const form = readForm(request);
    if (!form.ok) return refuse(form.error, request, context);
    const name = form.value.get("grant_type");
    if (name === undefined) return refuse(parameterMissing("grant_type"), request, context);

    const grant_type = grant_types.get(name);
    const identifyClient = grant_type?.identifyClient;
    const client =
      identifyClient === undefined
        ? await authenticateClient(request, form.value, context)
        : await identifyByGrant(identifyClient, request, form.value, context);
    if (!client.ok) return refuse(client.error, request, context);
    if (grant_type === undefined) return refuse(unsupported(name), request, context);
    const policy = policyOf(client.value, context);
    const provesKey = policy.must_prove_key || request.headers["dpop"] !== undefined;
    const proven = provesKey ? await proveKey(client.value, request, context) : client;
    const followed = proven.ok ? verifyProfile(proven.value, policy) : proven;
    const tokens = followed.ok
      ? await grant_type.exchange(form.value, followed.value, context, request)
      : followed;
    const response = tokens.ok
      ? tokenResponse(describeTokenResponse(tokens.value))
      : refuse(tokens.error, request, context, {
          status: tokens.error.status ?? tokenErrorStatus(tokens.error.error),
        });
    return offerNonce(response, context);
  };

  function unsupported(name: string): OAuthError {
    const supported = [...grant_types.keys()].join(", ");
    return {
      error: "unsupported_grant_type",
      error_description: `The grant_type ${quote(name)} is not supported. Use one of: ${supported}.`,
    };
  }
}

/** RFC 7521 §4.1: the client by the grant, where that authenticates one and the request has no credentials. */
async function identifyByGrant(
  identifyClient: NonNullable<GrantType["identifyClient"]>,
  request: Request,
  form: FormFields,
  context: Context,
): ReturnType<typeof authenticateClient> {
  const hasCredentials = presentsCredentials(request.headers["authorization"], form);
  const client =
    hasCredentials || !verifyNotRepeated(form).ok ? undefined : await identifyClient(form, context);
  return client === undefined
    ? authenticateClient(request, form, context)
    : verifyScopeOnce(client, form, context);
}
