import { tokenAnswer } from "../../http/response.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { grants } from "../../grants/grants.ts";
import { identifyClient } from "../../grants/authenticate-client.ts";
import { type OAuthError, quote } from "../../oauth/oauth-error.ts";
import { thenOrCall } from "../../maybe-promise.ts";

/** POST /oauth2/token: RFC 6749 §3.2. */
export const oauth2Token: Endpoint = (request, context) => {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const grant_type = form.value.get("grant_type");
  if (grant_type === undefined) return refuse(grantTypeMissing, request, context);

  return thenOrCall(identifyClient(request, form.value, context), async (client) => {
    if (!client.ok) return refuse(client.error, request, context);

    const grant = grants.get(grant_type);
    if (grant === undefined) return refuse(unsupported(grant_type), request, context);
    const tokens = await grant(form.value, client.value, context, request);
    return tokens.ok ? tokenAnswer(tokens.value) : refuse(tokens.error, request, context);
  });
};

const grantTypeMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The form must name a grant_type.",
};

function unsupported(grant_type: string): OAuthError {
  return {
    error: "unsupported_grant_type",
    error_description: `The grant_type ${quote(grant_type)} is not supported. Use one of: ${[...grants.keys()].join(", ")}.`,
  };
}
