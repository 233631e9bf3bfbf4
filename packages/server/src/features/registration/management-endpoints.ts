import { type JsonObject, reservedRightOf } from "@latchkey/api";
import { clientContended } from "../../api/client-errors.ts";
import { fetchingOnce } from "../../api/client-metadata.ts";
import { deleteClientRecord } from "../../api/delete-client.ts";
import { hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { equalInConstantTime } from "../../crypto/constant-time.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { prepareClientKeys } from "../../grants/prepare-keys.ts";
import type { Request } from "../../http/request.ts";
import { bearerError, refuse } from "../../http/refuse.ts";
import { json, noContent, noStore, type Response } from "../../http/response.ts";
import { type BearerRejection, bearerTokenIn } from "../../oauth/bearer-token.ts";
import type { Client, ClientMetadata, RegistrationUpdate } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import type { RegistrationContext } from "./context.ts";
import {
  describeRegistration,
  inactive,
  type IssuedCredentials,
  limitRegistrations,
  missing,
  usesSecret,
} from "./registration-endpoint.ts";
import {
  deriveSuccessor,
  findSuccessor,
  hashRegistrationRequest,
  hashRegistrationToken,
} from "./registration-token.ts";
import { administeredFields } from "./rules/registration-policy.ts";
import { isRepeat } from "./rules/registration-update.ts";
import { describeSelf, readDescription } from "./self-description.ts";

/** GET /connect/register/{id}: RFC 7592 §2.1. */
export const getOidcDynamicClient: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  const registrant = await authenticateRegistrant(request, context);
  if (!registrant.ok) return bearerError(registrant.error);
  const { client, token } = registrant.value;
  return json(200, describeRegistration(client, { token }, request, context), noStore);
};

/**
 * PUT /connect/register/{id}: RFC 7592 §2.2. The registration access token is replaced. A client that did not get the response
 * would have no valid one: if it sends the request again soon, it gets the same response.
 */
export const setOidcDynamicClient: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  let registrant = await authenticateRegistrant(request, context);
  if (!registrant.ok) return repeatUpdate(request, context);
  const limited = limitRegistrations(request, context);
  if (limited !== undefined) return limited;
  const body = readDescription(request, context);
  if (!body.ok) return refuse(body.error, request, context);
  const once = fetchingOnce(context);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (!registrant.ok) return repeatUpdate(request, context);
    const updated = await updateUnchanged(registrant.value, body.value, request, once);
    if (updated !== "changed") return updated;
    registrant = await authenticateRegistrant(request, context);
  }
  return refuse(clientContended, request, context);
};

/** DELETE /connect/register/{id}: RFC 7592 §2.3. */
export const deleteOidcDynamicClient: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  const registrant = await authenticateRegistrant(request, context);
  if (!registrant.ok) return bearerError(registrant.error);
  if (isAdministered(registrant.value)) return refuse(administered, request, context);
  await deleteClientRecord(registrant.value.client.client_id, context);
  return noContent(noStore);
};

/** An attempt fails only when an administrator changed the client in between. */
const MAX_ATTEMPTS = 8;

/** Stores a client's own description of itself. `changed` when an administrator changed the client since it was read. */
async function updateUnchanged(
  { client, token }: Registrant,
  body: JsonObject,
  request: Request,
  context: RegistrationContext,
): Promise<Response | "changed"> {
  if (isAdministered({ client })) return refuse(administered, request, context);
  const identified = await checkIdentity(body, client, request, context);
  if (!identified.ok) return refuse(identified.error, request, context);
  const { allowed_scope } = client.registration ?? {};
  const terms = { registered: client, allowed_scope };
  const described = await describeSelf(body, terms, context);
  if (!described.ok) return refuse(described.error, request, context);

  const metadata: ClientMetadata = { ...described.value.metadata, ...administeredFields(client) };
  const lacksSecret = usesSecret(metadata) && client.client_secret_hash === undefined;
  const next = deriveSuccessor(context.signer, token);
  const client_secret = lacksSecret ? next.client_secret : undefined;
  await prepareClientKeys(metadata, context);
  const updated = await context.registration.clients.replaceRegistration(
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
async function repeatUpdate(request: Request, context: RegistrationContext): Promise<Response> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined) return bearerError(missing);
  const client = await context.store.clients.findCurrent(request.params["id"] ?? "");
  const again = describeUpdate(token, request, request.received_at_ms);
  if (client === undefined || client.enabled === false) return bearerError(inactive);
  if (!isRepeat(client.last_update, again)) return bearerError(inactive);
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

/** Whether an administrator has given the client a right that only they hand out: from then on they alone change it. */
function isAdministered({ client }: Pick<Registrant, "client">): boolean {
  return reservedRightOf("client", client) !== undefined;
}

function describeUpdate(token: string, { body }: Request, at_ms: number): RegistrationUpdate {
  const request_hash = hashRegistrationRequest(body);
  return { token_hash: hashRegistrationToken(token), request_hash, at_ms };
}

function confirmUpdate(
  client: Client,
  credentials: IssuedCredentials,
  request: Request,
  context: RegistrationContext,
): Response {
  const registration = describeRegistration(client, credentials, request, context);
  return { ...json(200, registration, noStore), note: { client_id: client.client_id } };
}

interface Registrant {
  readonly client: Client;
  /** The registration access token that it presented. */
  readonly token: string;
}

/** RFC 7592 §2: an unknown client and a wrong token get the same response. */
async function authenticateRegistrant(
  request: Request,
  { store, predecessor, registration }: RegistrationContext,
): Promise<Result<Registrant, BearerRejection>> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined) return err(missing);
  const client = await store.clients.findCurrent(request.params["id"] ?? "");
  const expected = client?.registration_token_hash ?? NO_TOKEN;
  const matches = equalInConstantTime(hashRegistrationToken(token), expected);
  // One that is disabled manages nothing: it could delete itself, and register again.
  if (client === undefined || client.enabled === false) return err(inactive);
  if (matches) return ok({ client, token });
  // A token that the predecessor issued is valid until the first update, which replaces it. From its first use on it is known by
  // its hash, as ours are: what the predecessor recognises it by is not needed any more.
  const isTaken =
    client.registration_token_hash === undefined &&
    (await predecessor?.findRegistration(token)) === client.client_id;
  if (!isTaken) return err(inactive);
  const registration_token_hash = hashRegistrationToken(token);
  await registration.clients.keepToken(client.client_id, registration_token_hash);
  return ok({ client: { ...client, registration_token_hash }, token });
}

/** As long as a hash: it takes as long to compare. */
const NO_TOKEN = `sha256:${"-".repeat(43)}`;

/** RFC 7592 §2.2: a client_id and client_secret that are sent must be those of the client, and do not change. */
async function checkIdentity(
  { client_id, client_secret }: JsonObject,
  client: Client,
  { address }: Request,
  { verifySecret }: RegistrationContext,
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

/** RFC 7592 §2.2. */
const administered: OAuthError = {
  error: "request_forbidden",
  error_description:
    "An administrator has given this client rights that only administrators hand out. Only they change or delete it.",
};

const otherId: OAuthError = {
  error: "invalid_request",
  error_description: "The client_id must be the one of the client, which cannot be changed.",
};

const otherSecret: OAuthError = {
  error: "invalid_request",
  error_description: "The client_secret must be the one of the client: it cannot be chosen.",
};
