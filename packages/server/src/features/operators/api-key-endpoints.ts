import { adminApiKeyInput, adminApiKeyUpdate, parseLifespan, read } from "@latchkey/api";
import { hashApiKey, mintApiKey } from "../../crypto/api-key.ts";
import { randomId } from "../../crypto/random.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { Request } from "../../http/request.ts";
import { json, noContent, noStore } from "../../http/response.ts";
import { describeProblem, type OAuthError } from "../../oauth/oauth-error.ts";
import {
  creatorOf,
  isForced,
  lastCheckOf,
  lastConflict,
  ownRightsConflict,
  refusalOfChange,
} from "./caller.ts";
import type { OperatorsContext } from "./context.ts";
import { decideGrants, losesOwnRights } from "./rules/new-grants.ts";
import { type ApiKeyRecord, describeApiKey } from "./rules/records.ts";

type Endpoint = FeatureEndpoint<OperatorsContext>;

/** GET /api-keys. */
export const listApiKeys: Endpoint = async ({ path, query }, { operators }) => {
  const page = readPage(query);
  const { items, total } = await operators.api_keys.list(page);
  return json(200, items.map(describeApiKey), pageHeaders(path, query, page, total));
};

/** POST /api-keys: the key is returned once. */
export const createApiKey: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(adminApiKeyInput, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);

  const { name, expires_in, ...wanted } = input.value;
  const granted = decideGrants(wanted, request.grants, expires_in !== undefined);
  if (!granted.ok) return refuse(granted.error, request, context);
  const key = mintApiKey();
  const created_at = context.now();
  const lifespan = expires_in === undefined ? undefined : parseLifespan(expires_in);
  const record: ApiKeyRecord = {
    ...granted.value,
    id: randomId(),
    hash: hashApiKey(key),
    name,
    created_by: creatorOf(request),
    created_at,
    valid_until: lifespan === undefined ? undefined : created_at + lifespan,
    last_used_at: undefined,
  };
  await context.operators.api_keys.create(record);
  return json(201, { ...describeApiKey(record), key }, noStore);
};

/** GET /api-keys/{id}. */
export const getApiKey: Endpoint = async (request, context) => {
  const key = await context.operators.api_keys.find(request.params["id"] ?? "");
  return key === undefined ? refuse(unknown, request, context) : json(200, describeApiKey(key));
};

/** PUT /api-keys/{id}. */
export const renameApiKey: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(adminApiKeyUpdate, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);
  const { id = "" } = request.params;
  const refused = await refusalOfKey(id, request, context);
  if (refused !== undefined) return refuse(refused, request, context);
  const renamed = await context.operators.api_keys.rename(id, input.value.name);
  return renamed === undefined
    ? refuse(unknown, request, context)
    : json(200, describeApiKey(renamed));
};

/** DELETE /api-keys/{id}. */
export const revokeApiKey: Endpoint = async (request, context) => {
  const { id = "" } = request.params;
  const refused = await refusalOfKey(id, request, context);
  if (refused !== undefined) return refuse(refused, request, context);
  if (!isForced(request) && losesOwnRights(request.caller, { kind: "api_key", id }, undefined))
    return refuse(ownRightsConflict, request, context);
  const outcome = await context.operators.api_keys.revoke(id, lastCheckOf(request, context));
  switch (outcome) {
    case "revoked":
      return noContent();
    case "last":
      return refuse(lastConflict, request, context);
    case "unknown":
      return refuse(unknown, request, context);
  }
};

/** The rights of a key never change, so they can be read before it is. */
async function refusalOfKey(
  id: string,
  request: Request,
  { operators }: OperatorsContext,
): Promise<OAuthError | undefined> {
  const found = await operators.api_keys.find(id);
  return found === undefined ? unknown : refusalOfChange(found, request);
}

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No API key has this id.",
};
