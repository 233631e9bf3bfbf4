import type { Endpoint } from "../../context/context.ts";
import { randomId } from "../../crypto/random.ts";
import { prepareApiKey } from "../../grants/prepare-keys.ts";
import { json, noContent } from "../../http/response.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readFilter, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeApi, readApiInput } from "../../oauth/resource/api-input.ts";

/** GET /apis. */
export const listApis: Endpoint = async ({ path, query }, { store }) => {
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const { items, total } = await (search === undefined
    ? store.apis.list(page)
    : store.apis.search(search, page));
  return json(200, items.map(describeApi), pageHeaders(path, query, page, total));
};

/** POST /apis. */
export const createApi: Endpoint = async (request, context) => {
  const { now, store } = context;
  const body = readJson(request);
  const facts = { present: undefined, now: now(), newId: randomId };
  const api = body.ok ? readApiInput(body.value, facts) : body;
  if (!api.ok) return refuse(api.error, request, context);
  await prepareApiKey(api.value, context);
  if (!(await store.apis.create(api.value))) return refuse(apiExists, request, context);
  const headers = { Location: `/apis/${encodeURIComponent(api.value.id)}` };
  return json(201, describeApi(api.value), headers);
};

/** GET /apis/{id}. */
export const getApi: Endpoint = async (request, context) => {
  const api = await context.store.apis.find(request.params["id"] ?? "");
  return api === undefined ? refuse(apiNotFound, request, context) : json(200, describeApi(api));
};

/** PUT /apis/{id}. */
export const updateApi: Endpoint = async (request, context) => {
  const { now, store } = context;
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const present = await store.apis.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(apiNotFound, request, context);
  const api = readApiInput(body.value, { present, now: now(), newId: randomId });
  if (!api.ok) return refuse(api.error, request, context);
  await prepareApiKey(api.value, context);
  const replaced = await store.apis.replace(api.value);
  return replaced === undefined
    ? refuse(apiNotFound, request, context)
    : json(200, describeApi(replaced));
};

/** DELETE /apis/{id}. */
export const deleteApi: Endpoint = async (request, context) => {
  const deleted = await context.store.apis.delete(request.params["id"] ?? "");
  return deleted ? noContent() : refuse(apiNotFound, request, context);
};

const apiExists: OAuthError = {
  error: "conflict",
  error_description: "An API with this identifier or id exists.",
};

const apiNotFound: OAuthError = { error: "not_found", error_description: "No API has this id." };
