import { type ClientRegistration, type JsonObject, operations } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { generateClientSecret, hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { equalInConstantTime } from "../../crypto/constant-time.ts";
import { randomId } from "../../crypto/random.ts";
import {
  deriveSuccessor,
  findSuccessor,
  hashRegistrationRequest,
  hashRegistrationToken,
  mintRegistrationAccessToken,
} from "../../crypto/registration-token.ts";
import type { GrantTypes } from "../../grants/grant-type.ts";
import { prepareClientKeys } from "../../grants/keys/prepare-keys.ts";
import type { Request } from "../../http/request.ts";
import { bearerError, refuse } from "../../http/refuse.ts";
import { json, noContent, noStore, type Response } from "../../http/response.ts";
import { type BearerRejection, bearerTokenIn } from "../../oauth/bearer-token.ts";
import {
  type Client,
  type ClientMetadata,
  describeClientForRegistrant,
  type NewClient,
} from "../../oauth/client.ts";
import { isRepeat, type RegistrationUpdate } from "../../oauth/client/registration-update.ts";
import { administeredFields } from "../../oauth/client/registration-policy.ts";
import { type OAuthError, tooManyClients, tooManyRequests } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../oauth/result.ts";
import { joinUrl } from "../../openid/urls.ts";
import type { StoredRegistrationToken } from "../../store/port/client-store.ts";
import { clientContended } from "../client-errors.ts";
import { fetchingOnce } from "../client-metadata.ts";
import { deleteClientRecord } from "../delete-client.ts";
import { describeSelf, readDescription } from "./self-description.ts";

/** RFC 7591 and RFC 7592: the endpoints at which clients register and manage themselves. */
export function createRegistrationEndpoints(grant_types: GrantTypes) {
  return {
    createOidcDynamicClient: (request, context) => register(request, context, grant_types),
    getOidcDynamicClient: async (request, context) => {
      const registrant = await authenticateRegistrant(request, context);
      if (!registrant.ok) return bearerError(registrant.error);
      const { client, token } = registrant.value;
      return json(200, describeRegistration(client, { token }, request, context), noStore);
    },
    setOidcDynamicClient: (request, context) => update(request, context, grant_types),
    deleteOidcDynamicClient: async (request, context) => {
      const registrant = await authenticateRegistrant(request, context);
      if (!registrant.ok) return bearerError(registrant.error);
      await deleteClientRecord(registrant.value.client.client_id, context);
      return noContent(noStore);
    },
  } as const satisfies Readonly<Record<string, Endpoint>>;
}

/** POST /connect/register: RFC 7591 §3.1. */
async function register(
  request: Request,
  context: Context,
  grant_types: GrantTypes,
): Promise<Response> {
  const initial = await findInitialToken(request, context);
  if (!initial.ok) return bearerError(initial.error);
  const initial_token = initial.value;
  const limited = initial_token === undefined ? limitRegistrations(request, context) : undefined;
  if (limited !== undefined) return limited;

  const body = readDescription(request, context);
  if (!body.ok) return refuse(body.error, request, context);
  const terms = { allowed_scope: initial_token?.scope };
  const described = await describeSelf(body.value, terms, context, grant_types);
  if (!described.ok) return refuse(described.error, request, context);

  const { metadata } = described.value;
  const client_secret = usesSecret(metadata) ? generateClientSecret() : undefined;
  const token = mintRegistrationAccessToken();
  const now = context.now();
  const client: NewClient = {
    ...metadata,
    client_id: randomId(),
    client_secret_hash: client_secret && hashGeneratedSecret(client_secret),
    registration: described.value.terms,
    registration_token_hash: hashRegistrationToken(token),
    ...(initial_token === undefined && expiryOf(context)),
    created_at: now,
    updated_at: now,
  };
  const use = initial_token && { token_id: initial_token.token_id, now };
  await prepareClientKeys(client, context);
  const outcome = await context.store.clients.register(
    client,
    use,
    context.config[STRANGERS] || undefined,
  );
  if (outcome === "full") return refuseStranger(request, context);
  if (!outcome) return bearerError(inactive);
  const { client_id } = client;
  context.log.info("client registered itself", { client_id, initial: use?.token_id });
  const registration = describeRegistration(client, { token, client_secret }, request, context);
  const headers = { ...noStore, Location: registration.registration_client_uri };
  return { ...json(201, registration, headers), note: { client_id } };
}

/**
 * PUT /connect/register/{id}: RFC 7592 §2.2. The registration access token is replaced. A client that did not get the response
 * would have no valid one: if it sends the request again soon, it gets the same response.
 */
async function update(
  request: Request,
  context: Context,
  grant_types: GrantTypes,
): Promise<Response> {
  let registrant = await authenticateRegistrant(request, context);
  if (!registrant.ok) return repeatUpdate(request, context);
  const limited = limitRegistrations(request, context);
  if (limited !== undefined) return limited;
  const body = readDescription(request, context);
  if (!body.ok) return refuse(body.error, request, context);
  const once = fetchingOnce(context);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (!registrant.ok) return repeatUpdate(request, context);
    const updated = await updateUnchanged(registrant.value, body.value, request, once, grant_types);
    if (updated !== "changed") return updated;
    registrant = await authenticateRegistrant(request, context);
  }
  return refuse(clientContended, request, context);
}

/** An attempt fails only when an administrator changed the client in between. */
const MAX_ATTEMPTS = 8;

/** Stores a client's own description of itself. `changed` when an administrator changed the client since it was read. */
async function updateUnchanged(
  { client, token }: Registrant,
  body: JsonObject,
  request: Request,
  context: Context,
  grant_types: GrantTypes,
): Promise<Response | "changed"> {
  const identified = await checkIdentity(body, client, request, context);
  if (!identified.ok) return refuse(identified.error, request, context);
  const { allowed_scope } = client.registration ?? {};
  const terms = { registered: client, allowed_scope };
  const described = await describeSelf(body, terms, context, grant_types);
  if (!described.ok) return refuse(described.error, request, context);

  const metadata: ClientMetadata = { ...described.value.metadata, ...administeredFields(client) };
  const lacks_secret = usesSecret(metadata) && client.client_secret_hash === undefined;
  const next = deriveSuccessor(context.signer, token);
  const client_secret = lacks_secret ? next.client_secret : undefined;
  await prepareClientKeys(metadata, context);
  const updated = await context.store.clients.replaceRegistration(
    client,
    {
      ...metadata,
      client_id: client.client_id,
      client_secret_hash: client_secret && hashGeneratedSecret(client_secret),
      updated_at: context.now(),
    },
    {
      registration_token_hash: hashRegistrationToken(next.token),
      last_update: describeUpdate(token, request, context.now_ms()),
      terms: described.value.terms,
    },
  );
  if (updated === "changed") return "changed";
  if (updated === undefined) return repeatUpdate(request, context);
  return confirmUpdate(updated, { token: next.token, client_secret }, request, context);
}

/** The response to an update that was stored before, if this is the same request again; else the refusal of its token. */
async function repeatUpdate(request: Request, context: Context): Promise<Response> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined) return bearerError(missing);
  const client = await context.store.clients.findCurrent(request.params["id"] ?? "");
  const again = describeUpdate(token, request, request.received_at_ms);
  if (client === undefined || !isRepeat(client.last_update, again)) return bearerError(inactive);
  const successor = findSuccessor(context.signer, token, client.registration_token_hash);
  if (successor === undefined) return bearerError(inactive);
  const { client_secret } = successor;
  const isCurrent = hashGeneratedSecret(client_secret) === client.client_secret_hash;
  return confirmUpdate(
    client,
    isCurrent ? successor : { token: successor.token },
    request,
    context,
  );
}

function describeUpdate(token: string, { body }: Request, at_ms: number): RegistrationUpdate {
  const request_hash = hashRegistrationRequest(body);
  return { token_hash: hashRegistrationToken(token), request_hash, at_ms };
}

function confirmUpdate(
  client: Client,
  credentials: IssuedCredentials,
  request: Request,
  context: Context,
): Response {
  const registration = describeRegistration(client, credentials, request, context);
  return { ...json(200, registration, noStore), note: { client_id: client.client_id } };
}

/** What a client is given in the response to its registration or update. */
interface IssuedCredentials {
  readonly token: string;
  readonly client_secret?: string | undefined;
}

/** Only a client that authenticates with a secret gets one. */
function usesSecret({ token_endpoint_auth_method }: ClientMetadata): boolean {
  return token_endpoint_auth_method.startsWith("client_secret");
}

function expiryOf({ config, now }: Context): Pick<NewClient, "expires_at"> {
  const lifespan = config["oauth2.registration.unused_lifespan"];
  return lifespan === 0 ? {} : { expires_at: now() + lifespan };
}

function describeRegistration(
  client: NewClient,
  { token, client_secret }: IssuedCredentials,
  { path }: Request,
  { config }: Context,
): ClientRegistration {
  // Below the one of both paths that the client knows.
  const { path: first, also_at = [] } = operations.createOidcDynamicClient;
  const base = also_at.find((other) => path.startsWith(other)) ?? first;
  const own_path = `${base}/${encodeURIComponent(client.client_id)}`;
  return {
    ...describeClientForRegistrant(client),
    registration_client_uri: joinUrl(config["urls.self.issuer"], own_path),
    registration_access_token: token,
    ...(client_secret !== undefined && { client_secret }),
  };
}

/** RFC 7591 §3: the initial access token. With the mode `open` none is needed, but one that is sent must be valid. */
async function findInitialToken(
  request: Request,
  { config, now, store }: Context,
): Promise<Result<StoredRegistrationToken | undefined, BearerRejection>> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined)
    return config["oauth2.registration.mode"] === "open" ? ok(undefined) : err(missing);
  const found = await store.registration_tokens.findUsable(hashRegistrationToken(token), now());
  return found === undefined ? err(inactive) : ok(found);
}

interface Registrant {
  readonly client: Client;
  /** The registration access token that it presented. */
  readonly token: string;
}

/** RFC 7592 §2: an unknown client and a wrong token get the same response. */
async function authenticateRegistrant(
  request: Request,
  { store }: Context,
): Promise<Result<Registrant, BearerRejection>> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined) return err(missing);
  const client = await store.clients.findCurrent(request.params["id"] ?? "");
  const expected = client?.registration_token_hash ?? NO_TOKEN;
  const matches = equalInConstantTime(hashRegistrationToken(token), expected);
  return matches && client !== undefined ? ok({ client, token }) : err(inactive);
}

/** As long as a hash: it takes as long to compare. */
const NO_TOKEN = `sha256:${"-".repeat(43)}`;

/** RFC 7592 §2.2: a client_id and client_secret that are sent must be those of the client, and do not change. */
async function checkIdentity(
  { client_id, client_secret }: JsonObject,
  client: Client,
  { address }: Request,
  { verifySecret }: Context,
): Promise<Result<void, OAuthError>> {
  if (client_id !== undefined && client_id !== client.client_id) return err(otherId);
  if (client_secret === undefined) return ok(undefined);
  const { client_secret_hash } = client;
  if (typeof client_secret !== "string" || client_secret_hash === undefined)
    return err(otherSecret);
  const isKnown = await verifySecret(client.client_id, client_secret, client_secret_hash, {
    address,
  });
  return isKnown ? ok(undefined) : err(otherSecret);
}

function limitRegistrations(request: Request, context: Context): Response | undefined {
  const retry_after = context.registration_rate(request.address, context.now_ms());
  if (retry_after === undefined) return undefined;
  context.server_metrics.limit_hits.with({ limit: "limits.rate.registrations" }).add();
  const error = tooManyRequests("Too many clients were registered from this address.", retry_after);
  return refuse(error, request, context);
}

const STRANGERS = "limits.strangers.clients";

function refuseStranger(request: Request, context: Context): Response {
  context.server_metrics.limit_hits.with({ limit: STRANGERS }).add();
  return refuse(tooManyClients, request, context);
}

const missing: BearerRejection = { reason: "token_missing" };
const inactive: BearerRejection = { reason: "token_inactive" };

const otherId: OAuthError = {
  error: "invalid_request",
  error_description: "The client_id must be the one of the client, which cannot be changed.",
};

const otherSecret: OAuthError = {
  error: "invalid_request",
  error_description: "The client_secret must be the one of the client: it cannot be chosen.",
};
