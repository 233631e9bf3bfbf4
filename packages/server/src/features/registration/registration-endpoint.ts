import { type ClientRegistration, registrationOperations } from "@latchkey/api";
import { generateClientSecret, hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { randomId } from "../../crypto/random.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { prepareClientKeys } from "../../grants/prepare-keys.ts";
import { identifyCaller } from "../../http/cause.ts";
import type { Request } from "../../http/request.ts";
import { bearerError, refuse } from "../../http/refuse.ts";
import { json, noStore, type Response } from "../../http/response.ts";
import { type BearerRejection, bearerTokenIn } from "../../oauth/bearer-token.ts";
import type { ClientMetadata, NewClient } from "../../oauth/client.ts";
import { tooManyRequests } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { joinUrl } from "../../openid/urls.ts";
import type { RegistrationContext } from "./context.ts";
import { hashRegistrationToken, mintRegistrationAccessToken } from "./registration-token.ts";
import { describeClientForRegistrant, tooManyClients } from "./rules/registration-policy.ts";
import { STRANGERS } from "./settings.ts";
import { describeSelf, readDescription } from "./self-description.ts";
import type { StoredRegistrationToken } from "./store.ts";

/** POST /connect/register: RFC 7591 §3.1. */
export const createOidcDynamicClient: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  const initial = await findInitialToken(request, context);
  if (!initial.ok) return bearerError(initial.error);
  const initialToken = initial.value;
  const limited = initialToken === undefined ? limitRegistrations(request, context) : undefined;
  if (limited !== undefined) return limited;

  const body = readDescription(request, context);
  if (!body.ok) return refuse(body.error, request, context);
  const terms = { allowed_scope: initialToken?.scope };
  const described = await describeSelf(body.value, terms, context);
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
    ...(initialToken === undefined && expiryOf(context)),
    created_at: now,
    updated_at: now,
  };
  identifyCaller({ kind: "client", id: client.client_id });
  const use = initialToken && { token_id: initialToken.token_id, now };
  await prepareClientKeys(client, context);
  const maxStrangers = context.config[STRANGERS] || undefined;
  const outcome = await context.registration.clients.register(client, use, maxStrangers);
  if (outcome === "full") return refuseStranger(request, context);
  if (!outcome) return bearerError(inactive);
  const { client_id } = client;
  context.log.info("client registered itself", { client_id, initial: use?.token_id });
  const registration = describeRegistration(client, { token, client_secret }, request, context);
  const headers = { ...noStore, Location: registration.registration_client_uri };
  return { ...json(201, registration, headers), note: { client_id } };
};

function expiryOf({ config, now }: RegistrationContext): Pick<NewClient, "expires_at"> {
  const lifespan = config["oauth2.registration.unused_lifespan"];
  return lifespan === 0 ? {} : { expires_at: now() + lifespan };
}

/** RFC 7591 §3: the initial access token. With the mode `open` none is needed, but one that is sent must be valid. */
async function findInitialToken(
  request: Request,
  { config, now, registration }: RegistrationContext,
): Promise<Result<StoredRegistrationToken | undefined, BearerRejection>> {
  const token = bearerTokenIn(request.headers["authorization"]);
  if (token === undefined)
    return config["oauth2.registration.mode"] === "open" ? ok(undefined) : err(missing);
  const found = await registration.tokens.findUsable(hashRegistrationToken(token), now());
  return found === undefined ? err(inactive) : ok(found);
}

function refuseStranger(request: Request, context: RegistrationContext): Response {
  context.server_metrics.limit_hits.with({ limit: STRANGERS }).add();
  return refuse(tooManyClients, request, context);
}

/** What a client is given in the response to its registration or update. */
export interface IssuedCredentials {
  readonly token: string;
  readonly client_secret?: string | undefined;
}

/** Only a client that authenticates with a secret gets one. */
export function usesSecret({ token_endpoint_auth_method }: ClientMetadata): boolean {
  return token_endpoint_auth_method.startsWith("client_secret");
}

/** RFC 7591 §3.2.1 and RFC 7592 §3: the response to a registration, and to its client later. */
export function describeRegistration(
  client: NewClient,
  { token, client_secret }: IssuedCredentials,
  { path }: Request,
  { config }: Pick<RegistrationContext, "config">,
): ClientRegistration {
  // Below the one of both paths that the client knows.
  const { path: first, also_at } = registrationOperations.createOidcDynamicClient;
  const base = also_at.find((other) => path.startsWith(other)) ?? first;
  const ownPath = `${base}/${encodeURIComponent(client.client_id)}`;
  return {
    ...describeClientForRegistrant(client),
    registration_client_uri: joinUrl(config["urls.self.issuer"], ownPath),
    registration_access_token: token,
    ...(client_secret !== undefined && { client_secret }),
  };
}

/** The refusal where an address registers or updates clients too often. */
export function limitRegistrations(
  request: Request,
  context: RegistrationContext,
): Response | undefined {
  const retryAfter = context.registration.rate(request.address, context.now_ms());
  if (retryAfter === undefined) return undefined;
  context.server_metrics.limit_hits.with({ limit: "limits.rate.registrations" }).add();
  const error = tooManyRequests("Too many clients were registered from this address.", retryAfter);
  return refuse(error, request, context);
}

export const missing: BearerRejection = { reason: "token_missing" };
export const inactive: BearerRejection = { reason: "token_inactive" };
