import { tokenResponse } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { clientIdOf, findToken } from "../../grants/find-token.ts";
import { verifyNotRepeated } from "../../oauth/form-fields.ts";
import { decideIntrospection } from "../../oauth/introspection.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { parseScope, scopeMalformed } from "../../oauth/scope.ts";

/** POST /oauth2/introspect: RFC 7662. */
export const introspectOAuth2Token: Endpoint = async (request, context) => {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const single = verifyNotRepeated(form.value);
  if (!single.ok) return refuse(single.error, request, context);
  if (request.body === "") return refuse(tokenMissing, request, context);
  const required_scope = parseScope(form.value.get("scope") ?? "");
  if (!required_scope.ok) return refuse(invalidScope, request, context);

  const { config, server_metrics, store, now } = context;
  const shown = form.value.get("token");
  const token = shown === undefined ? undefined : await findToken(shown, context);
  const client = token && (await store.clients.find(clientIdOf(token)));
  const introspection = decideIntrospection(token, client, {
    required_scope: required_scope.value,
    scope_strategy: config["strategies.scope"],
    issuer: config["urls.self.issuer"],
    now: now(),
  });
  server_metrics.introspections[introspection.active ? "active" : "inactive"].add();
  return tokenResponse(introspection);
};

const tokenMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The parameter token is missing.",
};

const invalidScope: OAuthError = {
  error: "invalid_request",
  error_description: scopeMalformed,
};
