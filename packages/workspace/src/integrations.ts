import type { Integration } from "@latchkey/api";
import {
  type Request,
  type Response,
  explainRefusedUrl,
  generateClientSecret,
  generateWebhookSecret,
  hashGeneratedSecret,
  json,
  noContent,
  noStore,
  pageHeaders,
  randomId,
  readFilter,
  readJson,
  readOptionalJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import {
  type OAuthError,
  type Result,
  err,
  ok,
  readSecretOverlap,
  rotateSecrets,
  tooManySecrets,
} from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { generateIntegrationToken } from "./integration-token.ts";
import { describeIntegration, readIntegrationInput } from "./rules/integration-input.ts";
import type { IntegrationRecord, IntegrationToken } from "./rules/records.ts";
import { hasNewestSecret, withWebhookSecret } from "./rules/webhooks/webhook.ts";
import { conflict, notFound } from "./admin-errors.ts";

const NOUN = "integration";

/** GET /workspace/integrations. */
export const listIntegrations: FeatureEndpoint<WorkspaceContext> = async (
  { path, query },
  { workspace: { store } },
) => {
  const page = readPage(query);
  const filter = readFilter(query, ["search", "listed"]);
  const { items, total } = await (filter === undefined
    ? store.integrations.list(page)
    : store.integrations.search(filter, page));
  const shown = items.map((integration) => describeIntegration(integration));
  return json(200, shown, pageHeaders(path, query, page, total));
};

/** POST /workspace/integrations: the secret or token is returned now and never again. */
export const createIntegration: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const facts = { present: undefined, now: context.now(), newId: randomId };
  const integration = readIntegrationInput(body.value, facts);
  if (!integration.ok) return refuse(integration.error, request, context);
  const unreachable = verifyWebhook(integration.value, context);
  if (unreachable !== undefined) return refuse(unreachable, request, context);

  const webhook_secret = generateWebhookSecret();
  const complete = withWebhookSecret(integration.value, webhook_secret);
  const shown = hasNewestSecret(complete, webhook_secret) ? { webhook_secret } : {};
  return complete.kind === "public"
    ? createPublic(complete, shown, request, context)
    : createInternal(complete, shown, request, context);
};

/** The secret that a response shows beside that of the integration. */
type Shown = Pick<Integration, "webhook_secret">;

/** Webhooks to addresses that no request is sent to are refused at once, where the URL shows it. */
function verifyWebhook(
  { webhook }: IntegrationRecord,
  { outbound }: WorkspaceContext,
): OAuthError | undefined {
  const reason =
    webhook === null ? undefined : explainRefusedUrl(webhook.url, "registered", outbound);
  if (reason === undefined) return undefined;
  return {
    error: "invalid_request",
    error_description: `No webhooks can be sent to this webhook_url. ${reason}`,
  };
}

async function createPublic(
  integration: IntegrationRecord,
  shown: Shown,
  request: Request,
  context: WorkspaceContext,
): Promise<Response> {
  const client_secret = generateClientSecret();
  const secrets = [{ hash: hashGeneratedSecret(client_secret), expires_at: undefined }];
  const created = await context.workspace.store.integrations.create({ ...integration, secrets });
  if (!created) return refuse(conflict(NOUN), request, context);
  return json(201, describeIntegration(integration, { ...shown, client_secret }), noStore);
}

async function createInternal(
  integration: IntegrationRecord,
  shown: Shown,
  request: Request,
  context: WorkspaceContext,
): Promise<Response> {
  const {
    workspace: { store },
    now,
  } = context;
  const access_token = generateIntegrationToken(integration.id);
  const issued = { ...integration, tokens: [storedToken(access_token, now())] };
  const created = await store.integrations.createInternal(issued, {
    new_bot_id: randomId(),
    now: now(),
  });
  if (created === "taken") return refuse(conflict(NOUN), request, context);
  if (created === "workspace_missing") return refuse(workspaceMissing, request, context);
  return json(201, describeIntegration(issued, { ...shown, access_token }), noStore);
}

/** GET /workspace/integrations/{id}. */
export const getIntegration: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const integration = await context.workspace.store.integrations.find(request.params["id"] ?? "");
  return integration
    ? json(200, describeIntegration(integration))
    : refuse(notFound(NOUN), request, context);
};

/** PUT /workspace/integrations/{id}: its secrets are kept. A webhook_url that is new gets a secret, which is returned now. */
export const updateIntegration: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const {
    workspace: { store },
    now,
  } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notFound(NOUN), request, context);
  const facts = { present, now: now(), newId: randomId };
  const wanted = readIntegrationInput(body.value, facts);
  if (!wanted.ok) return refuse(wanted.error, request, context);
  const unreachable = verifyWebhook(wanted.value, context);
  if (unreachable !== undefined) return refuse(unreachable, request, context);

  // After a lost race, secrets and revision of the newer version are kept.
  const webhook_secret = generateWebhookSecret();
  const changed = await store.integrations.change(present.id, (was) => {
    const again = readIntegrationInput(body.value, { ...facts, present: was });
    return again.ok ? withWebhookSecret(again.value, webhook_secret) : was;
  });
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  return hasNewestSecret(changed, webhook_secret)
    ? json(200, describeIntegration(changed, { webhook_secret }), noStore)
    : json(200, describeIntegration(changed));
};

/** DELETE /workspace/integrations/{id}: revokes its tokens and installations. */
export const deleteIntegration: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const deleted = await context.workspace.store.integrations.delete(
    request.params["id"] ?? "",
    context.now(),
  );
  return deleted ? noContent() : refuse(notFound(NOUN), request, context);
};

/** POST /workspace/integrations/{id}/secrets: a new secret; the previous one stays valid for the overlap, and earlier ones for theirs. */
export const rotateIntegrationSecret: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const rotation = await readRotation(request, context);
  if (!rotation.ok) return refuse(rotation.error, request, context);
  const {
    workspace: { store },
    now,
  } = context;
  const { present, overlap } = rotation.value;
  if (present.kind === "internal") return refuse(secretless, request, context);

  const client_secret = generateClientSecret();
  const next = { hash: hashGeneratedSecret(client_secret), expires_at: undefined };
  const changed = await store.integrations.change(present.id, (was) => {
    const secrets = rotateSecrets(was.secrets, next, { overlap, now: now() });
    return secrets === undefined ? was : { ...was, secrets, updated_at: now() };
  });
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  if (changed.secrets[0]?.hash !== next.hash) return refuse(tooManySecrets, request, context);
  return json(201, describeIntegration(changed, { client_secret }), noStore);
};

/** POST /workspace/integrations/{id}/tokens: a new static token; the previous one stays valid for the overlap, and earlier ones for theirs. */
export const issueIntegrationToken: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const rotation = await readRotation(request, context);
  if (!rotation.ok) return refuse(rotation.error, request, context);
  const {
    workspace: { store },
    now,
  } = context;
  const { present, overlap } = rotation.value;
  if (present.kind === "public") return refuse(tokenless, request, context);

  const access_token = generateIntegrationToken(present.id);
  const changed = await store.integrations.issueToken(
    present.id,
    (tokens) => rotateSecrets(tokens, storedToken(access_token, now()), { overlap, now: now() }),
    { new_bot_id: randomId(), now: now() },
  );
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  if (changed === "workspace_missing") return refuse(workspaceMissing, request, context);
  if (changed === "too_many") return refuse(tooManySecrets, request, context);
  return json(201, describeIntegration(changed, { access_token }), noStore);
};

/** The integration whose secret or token is replaced, and for how many seconds the previous one stays valid. */
async function readRotation(
  request: Request,
  { workspace: { store } }: WorkspaceContext,
): Promise<Result<{ readonly present: IntegrationRecord; readonly overlap: number }, OAuthError>> {
  const body = readOptionalJson(request);
  if (!body.ok) return body;
  const overlap = readSecretOverlap(body.value);
  if (!overlap.ok) return overlap;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return err(notFound(NOUN));
  return ok({ present, overlap: overlap.value });
}

/** DELETE /workspace/integrations/{id}/tokens. */
export const revokeIntegrationTokens: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const {
    workspace: { store },
    now,
  } = context;
  const present = await store.integrations.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(notFound(NOUN), request, context);
  if (present.kind === "public") return refuse(tokenless, request, context);
  const revoked = await store.integrations.revokeTokens(present.id, now());
  return revoked ? noContent() : refuse(notFound(NOUN), request, context);
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
