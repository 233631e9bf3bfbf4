import {
  type NewRegistrationToken,
  parseLifespan,
  read,
  type RegistrationToken,
  registrationTokenInput,
} from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { randomId } from "../../crypto/random.ts";
import { hashRegistrationToken, mintInitialAccessToken } from "./registration-token.ts";
import { readOptionalJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noContent, noStore } from "../../http/response.ts";
import { describeProblem, type OAuthError } from "../../oauth/oauth-error.ts";
import { splitScope } from "../../oauth/scope.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import type { RegistrationContext } from "./context.ts";
import type { StoredRegistrationToken } from "./store.ts";

/** GET /registration-tokens. */
export const listRegistrationTokens: FeatureEndpoint<RegistrationContext> = async (
  { path, query },
  { registration },
) => {
  const page = readPage(query);
  const { items, total } = await registration.tokens.list(page);
  return json(200, items.map(describeToken), pageHeaders(path, query, page, total));
};

/** POST /registration-tokens: the token is returned once. */
export const createRegistrationToken: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(registrationTokenInput, body.value ?? {});
  if (!input.ok) return refuse(describeProblem(input.error), request, context);

  const { note = "", scope, max_uses, expires_in } = input.value;
  const created_at = context.now();
  const lifespan = expires_in === undefined ? undefined : parseLifespan(expires_in);
  const token = mintInitialAccessToken();
  const stored: StoredRegistrationToken = {
    token_id: randomId(),
    token_hash: hashRegistrationToken(token),
    note,
    scope: scope === undefined ? undefined : splitScope(scope),
    uses: 0,
    max_uses,
    created_at,
    expires_at: lifespan === undefined ? undefined : created_at + lifespan,
  };
  await context.registration.tokens.create(stored);
  const created: NewRegistrationToken = { ...describeToken(stored), token };
  return json(201, created, noStore);
};

/** DELETE /registration-tokens/{id}. */
export const deleteRegistrationToken: FeatureEndpoint<RegistrationContext> = async (
  request,
  context,
) => {
  const deleted = await context.registration.tokens.delete(request.params["id"] ?? "");
  return deleted ? noContent() : refuse(unknown, request, context);
};

function describeToken(stored: StoredRegistrationToken): RegistrationToken {
  const { token_id, note, scope, uses, max_uses, created_at, expires_at } = stored;
  return {
    id: token_id,
    note,
    ...(scope !== undefined && { scope: scope.join(" ") }),
    uses,
    ...(max_uses !== undefined && { max_uses }),
    created_at: timestamp(created_at),
    ...(expires_at !== undefined && { expires_at: timestamp(expires_at) }),
  };
}

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No registration token has this id.",
};
