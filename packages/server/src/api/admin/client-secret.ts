import { generateClientSecret, hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { json, noStore, type Response } from "../../http/response.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import type { Request } from "../../http/request.ts";
import { type Client, describeClient } from "../../oauth/client.ts";
import { tooManySecrets } from "../../oauth/client/secret-rotation.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { readSecretOverlap } from "../../oauth/client/secret-overlap.ts";
import { err, ok, type Result } from "../../result.ts";
import { clientUnknown } from "../client-errors.ts";

/** POST /clients/{id}/secret: a new secret, returned once. The previous one stays valid for the overlap, and earlier ones for theirs. */
export const rotateOAuth2ClientSecret: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const overlap = readSecretOverlap(body.value);
  if (!overlap.ok) return refuse(overlap.error, request, context);

  return respondWithNewSecret(201, overlap.value, request, context);
};

/** POST /admin/clients/{id}/secrets/rotate: a new secret, returned once. The previous one stays valid until it is deleted. */
export const addOAuth2ClientSecret: Endpoint = (request, context) =>
  respondWithNewSecret(200, undefined, request, context);

/** DELETE /admin/clients/{id}/secrets/rotate: every secret but the newest ends. */
export const deleteRotatedOAuth2ClientSecrets: Endpoint = async (request, context) => {
  const { store, now } = context;
  const client = await clientWithSecret(request, context);
  if (!client.ok) return refuse(client.error, request, context);
  const after = await store.clients.deletePreviousSecrets(client.value.client_id, now());
  if (after === undefined) return refuse(clientUnknown, request, context);
  return json(200, describeClient(after), noStore);
};

async function respondWithNewSecret(
  status: 200 | 201,
  overlap: number | undefined,
  request: Request,
  context: Context,
): Promise<Response> {
  const { store, now } = context;
  const client = await clientWithSecret(request, context);
  if (!client.ok) return refuse(client.error, request, context);
  const client_secret = generateClientSecret();
  const hash = hashGeneratedSecret(client_secret);
  const times = { overlap, now: now() };
  const rotated = await store.clients.rotateSecret(client.value.client_id, hash, times);
  if (rotated === undefined) return refuse(clientUnknown, request, context);
  if (rotated === "too_many") return refuse(tooManySecrets, request, context);
  return json(status, { ...describeClient(rotated), client_secret }, noStore);
}

async function clientWithSecret(
  request: Request,
  { store }: Context,
): Promise<Result<Client, OAuthError>> {
  const client = await store.clients.find(request.params["id"] ?? "");
  if (client === undefined) return err(clientUnknown);
  return client.token_endpoint_auth_method.startsWith("client_secret")
    ? ok(client)
    : err(secretless);
}

const secretless: OAuthError = {
  error: "invalid_request",
  error_description: "This client authenticates without a secret, so there is none to rotate.",
};
