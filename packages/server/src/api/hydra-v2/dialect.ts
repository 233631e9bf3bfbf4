import { acceptConsentRequest, acceptLoginRequest, rejectRequest } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import { readHandle } from "../../crypto/flow-id.ts";
import { interactionLifespan } from "../../grants/lifespans.ts";
import type { Request, Response } from "../../http/endpoint.ts";
import { readQuery } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import type { Route } from "../../http/router.ts";
import { isAtConsent } from "../../interaction/consent-transitions.ts";
import { isJsonObject, parseJson } from "../../limits/json-depth.ts";
import { describeClientForLoginApps } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { timestamp } from "../../workspace/timestamp.ts";
import { paged } from "./pages.ts";
import { revokingById, revokingBySid } from "./sessions.ts";

/** Makes an operation of the admin API behave as that of Hydra v2. */
type Translation = (answer: Route["answer"], context: Context) => Route["answer"];

const same: Translation = (answer) => answer;

/** The operations of Hydra v2 by the id they have here, and how they differ from those of v1. */
export const translations: ReadonlyMap<string, Translation> = new Map([
  ["listOAuth2Clients", paged],
  ["createOAuth2Client", located],
  ["getOAuth2Client", unknownClientIsNotFound],
  ["updateOAuth2Client", same],
  ["patchOAuth2Client", same],
  ["setOAuth2ClientLifespans", same],
  ["deleteOAuth2Client", same],
  ["createJsonWebKeySet", located],
  ["getJsonWebKeySet", same],
  ["getJsonWebKey", same],
  ["updateJsonWebKeySet", same],
  ["updateJsonWebKey", same],
  ["deleteJsonWebKeySet", same],
  ["deleteJsonWebKey", same],
  ["getLoginRequest", usedIsGone],
  ["acceptLoginRequest", ignoringOthers(fieldsOf(acceptLoginRequest))],
  ["rejectLoginRequest", ignoringOthers(fieldsOf(rejectRequest))],
  ["getConsentRequest", withConsentRequestId],
  ["acceptConsentRequest", ignoringOthers(fieldsOf(acceptConsentRequest))],
  ["rejectConsentRequest", ignoringOthers(fieldsOf(rejectRequest))],
  ["getLogoutRequest", withClientOfLogout],
  ["acceptLogoutRequest", same],
  ["rejectLogoutRequest", same],
  ["getUserCodeRequest", same],
  ["acceptUserCodeRequest", same],
  ["rejectUserCodeRequest", same],
  ["listSubjectConsentSessions", listingConsentRequestIds],
  ["revokeConsentSessions", revokingById],
  ["revokeAuthenticationSession", revokingBySid],
  ["introspectOAuth2Token", same],
  ["deleteOAuth2Token", same],
  ["trustJwtGrantIssuer", same],
  ["listTrustedJwtGrantIssuers", paged],
  ["getTrustedJwtGrantIssuer", same],
  ["deleteTrustedJwtGrantIssuer", same],
  ["isInstanceAlive", same],
  ["isInstanceReady", same],
  ["getVersion", same],
  ["prometheus", same],
]);

/** `Location` names the resource at its path here. */
function located(answer: Route["answer"]): Route["answer"] {
  return async (request) => {
    const response = await answer(request);
    const { Location } = response.headers;
    if (typeof Location !== "string" || !Location.startsWith("/")) return response;
    return { ...response, headers: { ...response.headers, Location: `/admin${Location}` } };
  };
}

function unknownClientIsNotFound(answer: Route["answer"], context: Context): Route["answer"] {
  return async (request) => {
    const response = await answer(request);
    return response.status === 401 ? refuse(clientUnknown, request, context) : response;
  };
}

/** A request that the browser has returned from: 410 with `redirect_to`. */
function usedIsGone(answer: Route["answer"]): Route["answer"] {
  return async (request) => {
    const response = await answer(request);
    if (response.status !== 409) return response;
    return { ...withFields(response, () => ({ status_code: 410 })), status: 410 };
  };
}

/** A consent request has the id of the consent, and how the user authenticated. */
function withConsentRequestId(answer: Route["answer"], context: Context): Route["answer"] {
  const read = usedIsGone(answer);
  return async (request) => {
    const response = await read(request);
    if (response.status !== 200) return response;
    const amr = await amrOfFlow(challengeOf(request, "consent_challenge"), context);
    return withFields(response, (body) => ({ ...consentRequestId(body), amr }));
  };
}

async function amrOfFlow(
  challenge: string,
  { signer, store }: Context,
): Promise<readonly string[]> {
  const flow_id = readHandle(signer, "consent_challenge", challenge);
  const flow = flow_id === undefined ? undefined : await store.flows.find(flow_id);
  return (flow && isAtConsent(flow) && flow.login.answer.amr) || [];
}

function listingConsentRequestIds(answer: Route["answer"], context: Context): Route["answer"] {
  const list = paged(answer, context);
  return async (request) => {
    const response = await list(request);
    const sessions = response.status === 200 ? parseJson(response.body) : undefined;
    if (!Array.isArray(sessions)) return response;
    const described: unknown[] = sessions.map(describeSession);
    return { ...response, body: JSON.stringify(described) };
  };
}

function describeSession(session: unknown): unknown {
  if (!isJsonObject(session)) return session;
  const { consent_request } = session;
  if (!isJsonObject(consent_request)) return session;
  const { context } = consent_request;
  return { ...session, ...consentRequestId(consent_request), context };
}

/** The challenge of its request, which names a consent for as long as it lives. */
function consentRequestId({ challenge }: Readonly<Record<string, unknown>>): object {
  return { consent_request_id: challenge };
}

/** A logout request has its challenge and its times, and the client that started it or null. */
function withClientOfLogout(answer: Route["answer"], context: Context): Route["answer"] {
  const read = usedIsGone(answer);
  return async (request) => {
    const response = await read(request);
    if (response.status !== 200) return response;
    const challenge = challengeOf(request, "logout_challenge");
    const fields = await describeLogout(challenge, context);
    return withFields(response, () => ({ challenge, ...fields }));
  };
}

async function describeLogout(
  challenge: string,
  { config, signer, store }: Context,
): Promise<object | undefined> {
  const logout_id = readHandle(signer, "logout_challenge", challenge);
  const logout = logout_id === undefined ? undefined : await store.logout_requests.find(logout_id);
  if (logout === undefined) return undefined;
  const { client_id, requested_at } = logout;
  const client = client_id === undefined ? undefined : await store.clients.find(client_id);
  return {
    client: client === undefined ? null : describeClientForLoginApps(client),
    requested_at: timestamp(requested_at),
    expires_at: timestamp(requested_at + interactionLifespan(config)),
  };
}

/** The challenge in the query, which the operation found to be valid. */
function challengeOf(request: Request, name: "consent_challenge" | "logout_challenge"): string {
  const query = readQuery(request);
  return query?.get(name) ?? query?.get("challenge") ?? "";
}

/** Fields of the body that the operation does not know are ignored. */
function ignoringOthers(fields: ReadonlySet<string>): Translation {
  return (answer) => (request) => answer(withoutOthers(request, fields));
}

function withoutOthers(request: Request, fields: ReadonlySet<string>): Request {
  const body = parseJson(request.body);
  if (!isJsonObject(body)) return request;
  const known = Object.entries(body).filter(([name]) => fields.has(name));
  return { ...request, query: request.query, body: JSON.stringify(Object.fromEntries(known)) };
}

/** A response whose JSON object has more fields. */
function withFields(
  response: Response,
  fieldsOfBody: (body: Readonly<Record<string, unknown>>) => object,
): Response {
  const body = parseJson(response.body);
  if (!isJsonObject(body)) return response;
  return { ...response, body: JSON.stringify({ ...body, ...fieldsOfBody(body) }) };
}

/** The names of the fields of a request body. */
function fieldsOf(schema: object): ReadonlySet<string> {
  if ("entries" in schema) return new Set(Object.keys(Object(schema.entries)));
  const pipe: unknown = "pipe" in schema ? schema.pipe : undefined;
  const within: object[] = Array.isArray(pipe) ? pipe.filter((one) => one !== schema) : [];
  const fields = within.map(fieldsOf).find(({ size }) => size > 0);
  return fields ?? new Set();
}

const clientUnknown: OAuthError = {
  error: "not_found",
  error_description: "No client has this client_id.",
};
