import type { Conclusion, Context, EndedFlow, FlowKind, StepResult } from "../context/context.ts";
import { writeGrantToken } from "../crypto/grant-token.ts";
import { subjectKeyOf } from "../crypto/subject-key.ts";
import { idTokenAlgorithm, signIdToken, writeAccessToken } from "../grants/issue-grant-tokens.ts";
import { subjectIdentifierFor } from "../grants/subject-identifier.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { Flow } from "../interaction/flow.ts";
import { userOf } from "../interaction/login-request.ts";
import type { SentError } from "../interaction/provider-error.ts";
import { alreadyUsed } from "../interaction/verifier-use.ts";
import { describeAuthorizationResponse } from "../oauth/authorization-response.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import { keyOf } from "../oauth/grant-key.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { matchRedirectUri } from "../oauth/redirect-uri.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { authorizationRequestRejections } from "../oauth/request/authorization-request-rejection.ts";
import { decideResponseContents, type ResponseContents } from "../oauth/response-type.ts";
import { leftHalfHash } from "../openid/id-token.ts";
import {
  answerClient,
  destinationOf,
  noting,
  sendErrorToClient,
} from "./authorization-response.ts";
import { findPreviousConsent } from "./remembered-consent.ts";
import { findOwnClient } from "./flow-client.ts";
import { lostRace, storedNothing } from "./flow-step.ts";
import { createGrant, tracesOf } from "./new-grant.ts";
import { placeUrl } from "./page-urls.ts";

/** An OAuth client requests a grant, and gets the response at its redirect URI. */
export const authorizationKind: FlowKind = {
  kind: "authorization",
  consent: "unless_remembered",
  exempts_apis: true,
  consentUrl: (config) => placeUrl("consent", config),
  async findClient(flow, context) {
    const client = await findOwnClient(flow, context);
    const isRegistered = client && matchRedirectUri(client, flow.request.redirect_uri).ok;
    return isRegistered ? client : undefined;
  },
  lifespanOf: () => undefined,
  conclude,
  concludeAgain,
  fail: sendToClient,
  reject: sendToClient,
};

/** Sends an error to the redirect URI of the client. */
export function sendToClient(
  { flow, error, cookies, request }: EndedFlow & { readonly error: SentError | OAuthError },
  context: Context,
): Promise<Response> {
  return sendErrorToClient(destinationOf(flow, request), error, cookies, context);
}

async function conclude(
  { flow, answer, client, cookies, request }: Conclusion,
  context: Context,
): Promise<StepResult> {
  const destination = destinationOf(flow, request);
  const login = flow.login.answer;
  const sub = subjectIdentifierFor(client, login.subject, login.force_subject_identifier, context);
  if (!sub.ok)
    return storedNothing(await sendErrorToClient(destination, sub.error, cookies, context));
  const granted = decideResponseContents(flow.request.response_type, answer.grant_scope);
  if (!granted.ok) {
    const error = describeRejection(authorizationRequestRejections, granted.error);
    return storedNothing(await sendErrorToClient(destination, error, cookies, context));
  }

  const previous = await findPreviousConsent(flow, answer, client, context);
  const created = await createGrant(
    { flow, answer, client, id_token_subject: sub.value, previous },
    context,
  );
  if (!created.ok)
    return storedNothing(await sendErrorToClient(destination, created.error, cookies, context));
  const grant = created.value;
  const isHybrid = granted.value.code && granted.value.id_token;
  const c_hash = isHybrid
    ? leftHalfHash(idTokenAlgorithm(client, context.config), writeCode(grant, context))
    : undefined;
  const complete: Grant =
    c_hash === undefined ? grant : { ...grant, session: { ...grant.session, c_hash } };
  const traces = await tracesOf(complete, client, login, context);
  const written = await context.store.flows.complete(flow, complete, traces);
  if (!written)
    return lostRace(await sendErrorToClient(destination, alreadyUsed.error, [], context));
  context.request_counter.signIn(client, flow);
  return {
    written,
    response: await grantClient(flow, complete, client, cookies, request, context),
  };
}

/** The browser repeats this step: the client gets the same response again, unless the code was redeemed or has expired. */
async function concludeAgain(
  { flow, client, cookies, request }: EndedFlow & { readonly client: Client },
  context: Context,
): Promise<Response | undefined> {
  const subject_key = subjectKeyOf(userOf(flow.login));
  const grant = await context.store.grants.find({ grant_id: flow.flow_id, subject_key });
  if (grant === undefined || grant.generation > 0 || grant.revoked_at !== undefined)
    return undefined;
  if (grant.session.code_expires_at <= context.now()) return undefined;
  return grantClient(flow, grant, client, cookies, request, context);
}

/** The authorization response for a grant whose code, if there is one, is not redeemed yet. Repeated, it is the same. */
async function grantClient(
  flow: Flow,
  grant: Grant,
  client: Client,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<Response> {
  const destination = destinationOf(flow, request);
  const granted = decideResponseContents(flow.request.response_type, grant.scope);
  if (!granted.ok) throw new Error("A grant was made that the client cannot have.");
  const code = granted.value.code ? writeCode(grant, context) : undefined;
  const { state } = destination;
  const issued = await issueAtOnce(grant, client, { ...granted.value, state }, context);
  const envelope = { state, issuer: context.config["urls.self.issuer"] };
  const profile = profileOf(client, context.config["security.profile"]);
  const scope = traitsOf(profile).scope_in_responses
    ? (issued.access_token?.scope ?? grant.scope)
    : undefined;
  const parameters = describeAuthorizationResponse({ code, ...issued, scope }, envelope);
  const { client_id, subject } = grant;
  const answered = await answerClient(destination, parameters, cookies, context);
  return noting(answered, { rule: "granted", client_id, subject });
}

function writeCode(grant: Grant, { signer }: Context): string {
  const { generation, granted_at, session } = grant;
  return writeGrantToken(signer, "authorization_code", {
    ...keyOf(grant),
    generation,
    issued_at: granted_at,
    expires_at: session.code_expires_at,
  });
}

/** The tokens that implicit and hybrid flows get from the authorization endpoint. */
async function issueAtOnce(
  grant: Grant,
  client: Client,
  wanted: ResponseContents & { readonly state: string | undefined },
  context: Context,
) {
  const by = "implicit";
  const access_token = wanted.access_token
    ? await writeAccessToken(grant, client, { issued_at: grant.granted_at, by }, context)
    : undefined;
  if (access_token !== undefined) context.server_metrics.access_tokens_issued("implicit").add();
  const { c_hash } = grant.session;
  const beside = { access_token: access_token?.token, c_hash, state: wanted.state, by };
  if (wanted.id_token) context.server_metrics.id_tokens_issued.add();
  const id_token = wanted.id_token ? await signIdToken(grant, client, beside, context) : undefined;
  return { access_token, id_token };
}
