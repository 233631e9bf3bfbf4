import type { Context, Endpoint } from "../../context/context.ts";
import { generateClientSecret, hashGeneratedSecret } from "../../crypto/client-secret.ts";
import { generateIntegrationToken } from "../../crypto/integration-token.ts";
import { randomId } from "../../crypto/random.ts";
import { json, noContent, noStore } from "../../http/response.ts";
import type { Response, Request } from "../../http/endpoint.ts";
import { readJson, readOptionalJson } from "../../http/json.ts";
import { pageHeaders, readFilter, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeIntegration, readIntegrationInput } from "../../workspace/integration-input.ts";
import { readSecretOverlap, rotateSecrets } from "../../workspace/integration-secret.ts";
import type { IntegrationRecord, IntegrationToken } from "../../workspace/records.ts";
import { notThere, taken } from "./refusals.ts";

const NOUN = "integration";

/** GET /workspace/integrations. */
export const listIntegrations: Endpoint = async ({ path, query }, { store }) => {
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const { items, total } = await (search === undefined
    ? store.integrations.list(page)
    : store.integrations.search(search, page));
  const shown = items.map((integration) => describeIntegration(integration));
  return json(200, shown, pageHeaders(path, query, page, total));
};

/** POST /workspace/integrations: the secret or token is returned now and never again. */
export const createIntegration: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const facts = { present: undefined, now: context.now(), newId: randomId };
  const integration = readIntegrationInput(body.value, facts);
  if (!integration.ok) return refuse(integration.error, request, context);

  return integration.value.kind === "public"
    ? createPublic(integration.value, request, context)
    : createInternal(integration.value, request, context);
};

async function createPublic(
  integration: IntegrationRecord,
  request: Request,
  context: Context,
): Promise<Response> {
  const client_secret = generateClientSecret();
  const secrets = [{ hash: hashGeneratedSecret(client_secret), expires_at: undefined }];
  const created = await context.store.integrations.create({ ...integration, secrets });
  if (!created) return refuse(taken(NOUN), request, context);
  return json(201, describeIntegration(integration, { client_secret }), noStore);
}

async function createInternal(
  integration: IntegrationRecord,
  request: Request,
  context: Context,
): Promise<Response> {
  const { store, now } = context;
  const access_token = generateIntegrationToken(integration.id);
  const issued = { ...integration, tokens: [storedToken(access_token, now())] };
  const created = await store.integrations.createInternal(issued, {
    new_bot_id: randomId(),
    now: now(),
  });
  if (created === "taken") return refuse(taken(NOUN), request, context);
  if (created === "workspace_missing") return refuse(workspaceMissing, request, context);
  return json(201, describeIntegration(issued, { access_token }), noStore);
}

/** GET /workspace/integrations/{id}. */
export const getIntegration: Endpoint = async (request, context) => {
  const integration = await context.store.integrations.find(request.params["id"] ?? "");
  return integration
    ? json(200, describeIntegration(integration))
    : refuse(notThere(NOUN), request, context);
};

/** PUT /workspace/integrations/{id}: its secrets are kept. */
export const updateIntegration: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const { store, now } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notThere(NOUN), request, context);
  const facts = { present, now: now(), newId: randomId };
  const wanted = readIntegrationInput(body.value, facts);
  if (!wanted.ok) return refuse(wanted.error, request, context);

  // After a lost race, secrets and revision of the newer version are kept.
  const changed = await store.integrations.change(present.id, (was) => {
    const again = readIntegrationInput(body.value, { ...facts, present: was });
    return again.ok ? again.value : was;
  });
  return changed
    ? json(200, describeIntegration(changed))
    : refuse(notThere(NOUN), request, context);
};

/** DELETE /workspace/integrations/{id}: revokes its tokens and installations. */
export const deleteIntegration: Endpoint = async (request, context) => {
  const deleted = await context.store.integrations.delete(request.params["id"] ?? "");
  return deleted ? noContent() : refuse(notThere(NOUN), request, context);
};

/** POST /workspace/integrations/{id}/secrets: a new secret; the previous one stays valid for the overlap. */
export const rotateIntegrationSecret: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const overlap = readSecretOverlap(body.value ?? {});
  if (!overlap.ok) return refuse(overlap.error, request, context);
  const { store, now } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notThere(NOUN), request, context);
  if (present.kind === "internal") return refuse(secretless, request, context);

  const client_secret = generateClientSecret();
  const next = { hash: hashGeneratedSecret(client_secret), expires_at: undefined };
  const changed = await store.integrations.change(present.id, (was) => ({
    ...was,
    secrets: rotateSecrets(was.secrets, next, { overlap: overlap.value, now: now() }),
    updated_at: now(),
  }));
  if (changed === undefined) return refuse(notThere(NOUN), request, context);
  return json(201, describeIntegration(changed, { client_secret }), noStore);
};

/** POST /workspace/integrations/{id}/tokens: a new static token; the previous one stays valid for the overlap. */
export const issueIntegrationToken: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const overlap = readSecretOverlap(body.value ?? {});
  if (!overlap.ok) return refuse(overlap.error, request, context);
  const { store, now } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notThere(NOUN), request, context);
  if (present.kind === "public") return refuse(tokenless, request, context);

  const access_token = generateIntegrationToken(present.id);
  const changed = await store.integrations.issueToken(
    present.id,
    (tokens) =>
      rotateSecrets(tokens, storedToken(access_token, now()), {
        overlap: overlap.value,
        now: now(),
      }),
    { new_bot_id: randomId(), now: now() },
  );
  if (changed === undefined) return refuse(notThere(NOUN), request, context);
  if (changed === "workspace_missing") return refuse(workspaceMissing, request, context);
  return json(201, describeIntegration(changed, { access_token }), noStore);
};

/** DELETE /workspace/integrations/{id}/tokens. */
export const revokeIntegrationTokens: Endpoint = async (request, context) => {
  const { store, now } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notThere(NOUN), request, context);
  if (present.kind === "public") return refuse(tokenless, request, context);
  const revoked = await store.integrations.revokeTokens(present.id, now());
  return revoked ? noContent() : refuse(notThere(NOUN), request, context);
};

function storedToken(token: string, issued_at: number): IntegrationToken {
  return { hash: hashGeneratedSecret(token), issued_at, expires_at: undefined };
}

const secretless: OAuthError = {
  error: "invalid_request",
  error_description: "An internal integration has a token instead of a secret: issue a new token.",
};

const tokenless: OAuthError = {
  error: "invalid_request",
  error_description:
    "A public integration has no static token: it gets tokens at /v1/oauth/token for each installation.",
};

const workspaceMissing: OAuthError = {
  error: "invalid_request",
  error_description: "No workspace has the id in install_scope. Create it first.",
};
