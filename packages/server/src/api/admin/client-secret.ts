import { generateClientSecret, hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { json, noStore } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { describeClient } from "../../oauth/client.ts";
import { tooManySecrets } from "../../oauth/client/secret-rotation.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { readSecretOverlap } from "../../oauth/client/secret-overlap.ts";
import { clientUnknown } from "../client-errors.ts";

/** POST /clients/{id}/secret: a new secret, returned once. The previous one stays valid for the overlap, and earlier ones for theirs. */
export const rotateOAuth2ClientSecret: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const overlap = readSecretOverlap(body.value);
  if (!overlap.ok) return refuse(overlap.error, request, context);

  const { store, now } = context;
  const client = await store.clients.find(request.params["id"] ?? "");
  if (client === undefined) return refuse(clientUnknown, request, context);
  if (!client.token_endpoint_auth_method.startsWith("client_secret")) {
    return refuse(secretless, request, context);
  }
  const client_secret = generateClientSecret();
  const hash = hashGeneratedSecret(client_secret);
  const times = { overlap: overlap.value, now: now() };
  const rotated = await store.clients.rotateSecret(client.client_id, hash, times);
  if (rotated === undefined) return refuse(clientUnknown, request, context);
  if (rotated === "too_many") return refuse(tooManySecrets, request, context);
  return json(201, { ...describeClient(rotated), client_secret }, noStore);
};

const secretless: OAuthError = {
  error: "invalid_request",
  error_description: "This client authenticates without a secret, so there is none to rotate.",
};
