import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noContent } from "../../http/response.ts";
import { describeType, type DetailsType } from "../../oauth/authorization-details/details-type.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { AuthorizationDetailsContext } from "./context.ts";
import { readDetailsType } from "./details-type-input.ts";

type Endpoint = FeatureEndpoint<AuthorizationDetailsContext>;

/** GET /authorization-details-types. */
export const listAuthorizationDetailsTypes: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const types = [...(await context["authorization-details"].all()).values()];
  const items = types.slice(page.offset, page.offset + page.limit);
  return json(200, items.map(describeType), pageHeaders(path, query, page, types.length));
};

/** POST /authorization-details-types. */
export const createAuthorizationDetailsType: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readDetailsType(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const now = context.now();
  const type: DetailsType = { ...input.value, created_at: now, updated_at: now };
  const isNew = await context["authorization-details"].create(type);
  if (!isNew) return refuse(taken, request, context);
  const headers = { Location: `/authorization-details-types/${encodeURIComponent(type.type)}` };
  return json(201, describeType(type), headers);
};

/** GET /authorization-details-types/{type}. */
export const getAuthorizationDetailsType: Endpoint = async (request, context) => {
  const types = await context["authorization-details"].all();
  const type = types.get(request.params["type"] ?? "");
  return type === undefined ? refuse(unknown, request, context) : json(200, describeType(type));
};

/** PUT /authorization-details-types/{type}. */
export const updateAuthorizationDetailsType: Endpoint = async (request, context) => {
  const name = request.params["type"] ?? "";
  const body = readJson(request);
  const input = body.ok ? readDetailsType(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  if (input.value.type !== name) return refuse(renamed, request, context);
  const replaced = await context["authorization-details"].replace({
    ...input.value,
    updated_at: context.now(),
  });
  return replaced === undefined
    ? refuse(unknown, request, context)
    : json(200, describeType(replaced));
};

/** DELETE /authorization-details-types/{type}. */
export const deleteAuthorizationDetailsType: Endpoint = async (request, context) => {
  const removed = await context["authorization-details"].delete(request.params["type"] ?? "");
  return removed ? noContent() : refuse(unknown, request, context);
};

const taken: OAuthError = {
  error: "conflict",
  error_description: "An authorization details type with this name exists.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No authorization details type has this name.",
};

const renamed: OAuthError = {
  error: "invalid_request",
  error_description:
    "The field type must be the name in the path: grants refer to it, so it cannot be changed.",
};
