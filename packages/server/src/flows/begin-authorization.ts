import { readSessionCookie } from "./cookies.ts";
import { authorizationUrl } from "./page-urls.ts";
import { showError } from "./error-page.ts";
import type { JsonObject } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random.ts";
import { findClient } from "../grants/find-client.ts";
import type { Response, Request } from "../http/endpoint.ts";
import { parametersText } from "../http/form.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import { decideLogin } from "../interaction/next-step.ts";
import {
  type AuthorizationRequest,
  parseAuthorizationRequest,
} from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import { type FormFields, repeatedParameter } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { describeRequestObjectRejection } from "../openid/request-object.ts";
import { hintMatches } from "../openid/subject-identifier.ts";
import { readIdToken } from "./id-token-hint.ts";
import { namesOf } from "./subject-names.ts";
import { unfoldRequest } from "./request-object.ts";
import { refuseClient } from "./authorization-response.ts";
import { startFlow } from "./start-flow.ts";

/** The first step: checks the authorization request and redirects the user to the login app. */
export async function beginAuthorization(
  params: FormFields,
  request: Request,
  context: Context,
): Promise<Response> {
  const { config } = context;
  const found = await findClient(params.get("client_id") ?? "", request, context);
  if (!found.ok) return showError(found.error, request, context);
  const client = found.value;
  const isReadable = client !== undefined && repeatedParameter(params) === undefined;
  const unfolded = isReadable ? await unfoldRequest(params, client, context) : ok(params);
  if (!unfolded.ok)
    return showError(describeRequestObjectRejection(unfolded.error), request, context);

  const parsed = parseAuthorizationRequest(unfolded.value, client, {
    scope_strategy: config["strategies.scope"],
    min_parameter_entropy: config["oauth2.min_parameter_entropy"],
    pkce: {
      enforced: config["oauth2.pkce.enforced"],
      enforced_for_public_clients: config["oauth2.pkce.enforced_for_public_clients"],
    },
    insecure_redirect_uris: config["dangerous-allow-insecure-redirect-urls"],
    dpop_required: config["oauth2.dpop.required"],
  });
  if (!parsed.ok) {
    const { error } = parsed;
    return error.deliver === "here"
      ? showError(error.error, request, context)
      : refuseClient(error, error.error, [], context);
  }
  if (client === undefined) throw new Error("A request was parsed for no client.");
  return askLogin(parsed.value, client, request, context);
}

async function askLogin(
  asked: AuthorizationRequest,
  client: Client,
  request: Request,
  context: Context,
): Promise<Response> {
  const { now } = context;
  const destination = { ...asked, state: asked.state };
  const hint = await readHint(asked, context);
  if (!hint.ok) return refuseClient(destination, hint.error, [], context);

  const session = await findSession(request, context);
  const decision = decideLogin({
    request: asked,
    session,
    hint: hint.value,
    hint_matches_session: await matches(hint.value, session, client, context),
    now: now(),
  });
  if (decision.kind === "refuse") return refuseClient(destination, decision.error, [], context);

  const { skip, subject, sid = randomId(), authenticated_at } = decision;
  return startFlow(
    {
      client_id: client.client_id,
      client_key: client.client_key,
      purpose: { kind: "authorization" },
      request: asked,
      request_url: `${authorizationUrl(context.config)}?${parametersText(request)}`,
      hint: hint.value,
      login: { state: "waiting", skip, subject, sid, authenticated_at },
    },
    request,
    context,
  );
}

/** The remembered session of the browser's cookie. */
export async function findSession(
  request: Request,
  context: Context,
): Promise<LoginSession | undefined> {
  const sid = readSessionCookie(request, context);
  return sid === undefined ? undefined : context.store.login_sessions.find(sid, context.now());
}

async function readHint(
  { id_token_hint, prompt }: AuthorizationRequest,
  context: Context,
): Promise<Result<JsonObject | undefined, OAuthError>> {
  if (id_token_hint === undefined) return ok(undefined);
  const claims = await readIdToken(id_token_hint, context);
  const isOurs = claims?.["iss"] === context.config["urls.self.issuer"];
  if (isOurs) return ok(claims);
  return err(prompt.includes("none") ? hintForeignSilently : hintForeign);
}

async function matches(
  hint: JsonObject | undefined,
  session: LoginSession | undefined,
  client: Client,
  context: Context,
): Promise<boolean> {
  if (hint === undefined || session === undefined) return false;
  return hintMatches(hint, await namesOf(session, client, context));
}

const hintForeign: OAuthError = {
  error: "invalid_request",
  error_description: "The id_token_hint is not an ID token of this server.",
};

/** OpenID Connect Core §3.1.2.6: the error of prompt=none says which interaction is required. */
const hintForeignSilently: OAuthError = {
  error: "login_required",
  error_description: "The id_token_hint is not an ID token of this server: the user must sign in.",
};
