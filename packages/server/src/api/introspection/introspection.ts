import type { OAuth2TokenIntrospection } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import { clientIdOf, findToken } from "../../grants/find-token.ts";
import type { Request } from "../../http/request.ts";
import { readForm } from "../../http/form.ts";
import { type FormFields, verifyNotRepeated } from "../../oauth/form-fields.ts";
import { decideIntrospection } from "../../oauth/introspection.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { parseScope, scopeRejections } from "../../oauth/scope.ts";

/** An introspection request, parsed. */
export interface IntrospectionRequest {
  readonly form: FormFields;
  readonly token: string | undefined;
  readonly required_scope: readonly string[];
}

/** RFC 7662 §2.1: the request of either listener. */
export function readIntrospectionRequest(
  request: Request,
): Result<IntrospectionRequest, OAuthError> {
  const form = readForm(request);
  if (!form.ok) return form;
  const single = verifyNotRepeated(form.value);
  if (!single.ok) return single;
  const required_scope = parseScope(form.value.get("scope") ?? "");
  if (!required_scope.ok) return err(invalidScope);
  const token = form.value.get("token");
  return ok({ form: form.value, token, required_scope: required_scope.value });
}

/** What the server knows about a token. */
export async function introspect(
  { token: presented, required_scope }: IntrospectionRequest,
  context: Context,
): Promise<OAuth2TokenIntrospection> {
  const { config, store, now } = context;
  const token = presented === undefined ? undefined : await findToken(presented, context);
  const client = token && (await store.clients.find(clientIdOf(token)));
  return decideIntrospection(token, client, {
    required_scope,
    scope_strategy: config["strategies.scope"],
    issuer: config["urls.self.issuer"],
    now: now(),
  });
}

/** Counts a response. */
export function countIntrospection(
  { active }: OAuth2TokenIntrospection,
  { server_metrics }: Context,
): void {
  server_metrics.introspections[active ? "active" : "inactive"].add();
}

const invalidScope: OAuthError = {
  error: "invalid_request",
  error_description: scopeRejections.scope_malformed.description,
};
