import type * as api from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import {
  explainRefusedUrl,
  json,
  noContent,
  pageHeaders,
  readJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import type { OAuthError } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";
import { findProviderProblem } from "./reachability.ts";
import { redirectUriOf, signedOutUriOf } from "./redirect-uris.ts";
import {
  type ProviderRecord,
  readNewProvider,
  readProviderChange,
  requestedUrlsOf,
  withoutSecret,
} from "./rules/identity-provider.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /identity-providers. */
export const listIdentityProviders: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const all = await context.identity.store.identity_providers.all();
  const items = all.slice(page.offset, page.offset + page.limit);
  const described = items.map((provider) => describeProvider(provider, context));
  return json(200, described, pageHeaders(path, query, page, all.length));
};

/** POST /identity-providers. */
export const createIdentityProvider: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readNewProvider(body.value, context.now()) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const refused = refusedUrl(input.value, context);
  if (refused !== undefined) return refuse(refused, request, context);
  const isNew = await context.identity.store.identity_providers.create(input.value);
  if (!isNew) return refuse(taken, request, context);
  const headers = { Location: `/identity-providers/${input.value.id}` };
  return json(201, await describeSaved(input.value, context), headers);
};

/** GET /identity-providers/{id}. */
export const getIdentityProvider: Endpoint = async (request, context) => {
  const provider = await context.identity.store.identity_providers.find(request.params["id"] ?? "");
  return provider === undefined
    ? refuse(unknown, request, context)
    : json(200, describeProvider(provider, context));
};

/** PUT /identity-providers/{id}: fields that are left out keep their values. */
export const updateIdentityProvider: Endpoint = async (request, context) => {
  const { identity_providers, kept_tokens } = context.identity.store;
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const present = await identity_providers.find(request.params["id"] ?? "");
  if (present === undefined) return refuse(unknown, request, context);
  const changed = readProviderChange(body.value, present, context.now());
  if (!changed.ok) return refuse(changed.error, request, context);
  const refused = refusedUrl(changed.value, context);
  if (refused !== undefined) return refuse(refused, request, context);
  const isReplaced = await identity_providers.replace(changed.value);
  if (!isReplaced) return refuse(unknown, request, context);
  if (!changed.value.keep_tokens) await kept_tokens.removeOfProvider(present.id);
  return json(200, await describeSaved(changed.value, context));
};

/** DELETE /identity-providers/{id}. */
export const deleteIdentityProvider: Endpoint = async (request, context) => {
  const { identity_providers } = context.identity.store;
  const removed = await identity_providers.delete(request.params["id"] ?? "");
  return removed ? noContent() : refuse(unknown, request, context);
};

/** A URL to which no request would be sent, as far as its text shows. */
function refusedUrl(
  provider: ProviderRecord,
  { outbound }: Pick<IdentityContext, "outbound">,
): OAuthError | undefined {
  for (const url of requestedUrlsOf(provider)) {
    const reason = explainRefusedUrl(url, "registered", outbound);
    if (reason !== undefined) return { error: "invalid_request", error_description: reason };
  }
  return undefined;
}

/** A provider, as the API returns it: without its secret. */
function describeProvider(
  provider: ProviderRecord,
  context: IdentityContext,
): api.IdentityProvider {
  return {
    ...withoutSecret(provider),
    redirect_uri: redirectUriOf(provider.id, context),
    post_logout_redirect_uri: signedOutUriOf(provider.id, context),
  };
}

/** A provider that was just stored: also why users cannot sign in with it, where that shows at once. */
async function describeSaved(
  provider: ProviderRecord,
  context: IdentityContext,
): Promise<api.IdentityProvider> {
  const problem = await findProviderProblem(provider, context.outbound);
  return { ...describeProvider(provider, context), ...(problem !== undefined && { problem }) };
}

const taken: OAuthError = {
  error: "conflict",
  error_description: "An identity provider with this id exists.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No identity provider has this id.",
};
