import { tokenResponse } from "../../http/response.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { offerNonce } from "../../grants/dpop.ts";
import { proveKey } from "../../grants/prove-key.ts";
import { verifyProfile, verifyScopeOnce } from "../../grants/verify-profile.ts";
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
import { thenOrCall } from "../../maybe-promise.ts";

/** POST /oauth2/token: RFC 6749 §3.2. */
export function createTokenEndpoint(grant_types: GrantTypes): Endpoint {
  return (request, context) => {
    const form = readForm(request);
    if (!form.ok) return refuse(form.error, request, context);
    const name = form.value.get("grant_type");
    if (name === undefined) return refuse(parameterMissing("grant_type"), request, context);

    const grant_type = grant_types.get(name);
    return thenOrCall(identify(grant_type, request, form.value, context), async (client) => {
      if (!client.ok) return refuse(client.error, request, context);
      if (grant_type === undefined) return refuse(unsupported(name), request, context);
      const proving = proveKey(client.value, request, context);
      const proven = proving instanceof Promise ? await proving : proving;
      const followed = proven.ok ? verifyProfile(name, proven.value, context) : proven;
      const tokens = followed.ok
        ? await grant_type.exchange(form.value, followed.value, context, request)
        : followed;
      const response = tokens.ok
        ? tokenResponse(describeTokenResponse(tokens.value))
        : refuse(tokens.error, request, context, {
            status: tokens.error.status ?? tokenErrorStatus(tokens.error.error),
          });
      return offerNonce(response, context);
    });
  };

  function unsupported(name: string): OAuthError {
    const supported = [...grant_types.keys()].join(", ");
    return {
      error: "unsupported_grant_type",
      error_description: `The grant_type ${quote(name)} is not supported. Use one of: ${supported}.`,
    };
  }
}

/** The client: by its credentials, or by the grant, where that authenticates one and the request has no credentials. */
function identify(
  grant_type: GrantType | undefined,
  request: Request,
  form: FormFields,
  context: Context,
): ReturnType<typeof authenticateClient> {
  if (
    grant_type?.identifyClient === undefined ||
    presentsCredentials(request.headers["authorization"], form) ||
    !verifyNotRepeated(form).ok
  ) {
    return authenticateClient(request, form, context);
  }
  return grant_type
    .identifyClient(form, context)
    .then((client) =>
      client === undefined
        ? authenticateClient(request, form, context)
        : verifyScopeOnce(client, form, context),
    );
}
