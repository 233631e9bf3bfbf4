import { authorizationUrl } from "./page-urls.ts";
import { showError } from "./error-page.ts";
import type { JsonObject } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random.ts";
import { findClient } from "../grants/find-client.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import { parametersText } from "../http/form.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import { decideLogin } from "../interaction/next-step.ts";
import { requestedSubjects } from "../oauth/claims-parameter.ts";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import { entriesOf, type FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import { hintMatches } from "../openid/subject-identifier.ts";
import { readIdToken } from "../grants/read-id-token.ts";
import { subjectIdentifiersOf } from "./subject-identifiers.ts";
import { type CheckedRequest, readAuthorizationRequest } from "./authorization-request.ts";
import { inLanguageOf, noting, sendErrorToClient } from "./authorization-response.ts";
import { findSession } from "./find-session.ts";
import { flowUnknown } from "./flow-step.ts";
import { startFlow } from "./start-flow.ts";

/** The first step: checks the authorization request and redirects the user to the login app. */
export function beginAuthorization(
  params: FormFields,
  request: Request,
  context: Context,
): Promise<Response> {
  return withCheckedRequest(params, request, context, (checked, client) =>
    askLogin(checked, client, request, context),
  );
}

/**
 * Refuses an authorization request that came with a verifier of another server, as Hydra's `redirect_to` has both: the login
 * or consent of its user began before the other server was replaced.
 */
export function rejectForeignVerifier(
  params: FormFields,
  request: Request,
  context: Context,
): Promise<Response> {
  return withCheckedRequest(params, request, context, ({ request: asked }) =>
    sendErrorToClient(inLanguageOf(request, asked), flowUnknown, [], context),
  );
}

async function withCheckedRequest(
  params: FormFields,
  request: Request,
  context: Context,
  respond: (checked: CheckedRequest, client: Client) => Promise<Response>,
): Promise<Response> {
  const found = await findClient(params.get("client_id") ?? "", request, context);
  if (!found.ok) return showError(found.error, request, context);
  const client = found.value;
  const checked = await readAuthorizationRequest(params, client, request, context);
  if (!checked.ok) {
    const { error } = checked;
    return error.deliver === "here"
      ? showError(error.error, request, context)
      : sendErrorToClient(inLanguageOf(request, error), error.error, [], context);
  }
  if (client === undefined) throw new Error("A request was parsed for no client.");
  const answer = await respond(checked.value, client);
  const isIndirect = checked.value.params !== params;
  return isIndirect ? noting(answer, { parameters: entriesOf(checked.value.params) }) : answer;
}

async function askLogin(
  { request: asked, pushed_request_id }: CheckedRequest,
  client: Client,
  request: Request,
  context: Context,
): Promise<Response> {
  const hint = await readHint(asked, context);
  const destination = inLanguageOf(request, asked);
  if (!hint.ok) return sendErrorToClient(destination, hint.error, [], context);

  const session = await findSession(request, context);
  const decision = decideLogin({
    request: asked,
    session,
    hint: hint.value,
    hint_matches_session: await matches(hint.value, session, client, context),
    session_is_of_another: await isOfAnother(asked, session, client, context),
    now: context.now_ms() / 1000,
  });
  if (decision.kind === "reject")
    return sendErrorToClient(destination, decision.error, [], context);

  const { kind: _asked, sid = randomId(), ...question } = decision;
  return startFlow(
    {
      client_id: client.client_id,
      client_key: client.client_key,
      purpose: { kind: "authorization" },
      request: asked,
      request_url: `${authorizationUrl(context.config)}?${parametersText(request)}`,
      ...(pushed_request_id !== undefined && { pushed_request_id }),
      hint: hint.value,
      login: { state: "waiting", sid, ...question },
    },
    request,
    context,
  );
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
  return hintMatches(hint, await subjectIdentifiersOf(session, client, context));
}

/** OpenID Connect Core §5.5.1: whether the client requests another user than the one of the session. */
async function isOfAnother(
  { claims }: AuthorizationRequest,
  session: LoginSession | undefined,
  client: Client,
  context: Context,
): Promise<boolean> {
  const subjects = requestedSubjects(claims);
  if (subjects.length === 0 || session === undefined) return false;
  const names = await subjectIdentifiersOf(session, client, context);
  return !subjects.some((subject) => names.includes(subject));
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
