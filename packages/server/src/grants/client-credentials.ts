import type { Context } from "../context/context.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { tokenIssued } from "../inspector/observed-request.ts";
import {
  type ClientCredentialsGrant,
  type ClientCredentialsOptions,
  type ClientCredentialsRejection,
  clientCredentialsRejections,
  type ClientCredentialsRequest,
  decideClientCredentials,
} from "../oauth/client-credentials-grant.ts";
import {
  namesOfTargets,
  noTargets,
  parseTargets,
  targetRejections,
} from "../oauth/resource/indicators.ts";
import { limitToApi } from "../oauth/resource/token-rules.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { findTargetPolicy, findTokenRules } from "./find-apis.ts";
import { detailsErrors, readDetails } from "./authorization-details.ts";
import { defineGrantType } from "./grant-type.ts";
import { issueAccessToken } from "./issue-access-token.ts";
import { nothingEarlier } from "./current-permissions.ts";

/** RFC 6749 §4.4: a client asks on its own behalf, and is its own subject. */
export const clientCredentials = defineGrantType<
  ClientCredentialsRequest,
  Result<ClientCredentialsGrant, ClientCredentialsRejection>
>({
  name: "client_credentials",
  clients: "confidential",
  metric_label: "client_credentials",
  inspector: { for_user: false, step: tokenIssued },
  issues_for_consent: false,
  lifespans: (config) => ({
    access_token: {
      field: "client_credentials_grant_access_token_lifespan",
      configured: config["ttl.grants.client_credentials.access_token"],
    },
  }),
  errors: {
    invalid_grant: {
      means: "The client is public: it has no secret or key to authenticate with.",
      remedy: "Give the client a `token_endpoint_auth_method` other than `none`.",
    },
    invalid_scope: {
      means: "The scope is malformed, not among the client's, or not one of the API's.",
      remedy: "Add the scope to the client's `scope` and the API's `scopes`, or request less.",
    },
    invalid_target: {
      means: "The resource is no absolute URI, or the client may not request it.",
      remedy:
        "Add it to the client's `audience`, or register it as an API with `allow_any_client`.",
    },
    invalid_request: {
      means: "The audience is not among the client's.",
      remedy: "Add it to the client's `audience`.",
    },
    ...detailsErrors(
      "An element of `authorization_details` is malformed, or of a type that is unknown or not among the client's.",
      "Add the type to the client's `authorization_details_types`, or correct the element.",
    ),
  },

  read(form) {
    const scope = form.get("scope");
    const namesApis = form.get("resource") !== undefined || form.get("audience") !== undefined;
    const targets = namesApis ? parseTargets(form) : unnamed;
    if (!targets.ok) return err(describeRejection(targetRejections, targets.error));
    if (form.get("authorization_details") === undefined)
      return ok({ scope, targets: targets.value });
    const details = readDetails(form);
    if (!details.ok) return details;
    return ok({ scope, targets: targets.value, authorization_details: details.value });
  },

  decide(request, client, context) {
    const { config } = context;
    const settings = {
      scope_strategy: config["strategies.scope"],
      default_grant_allowed_scope: config["oauth2.client_credentials.default_grant_allowed_scope"],
    };
    // Most requests name a scope alone: then nothing has to be loaded.
    return request.targets === undefined && request.authorization_details === undefined
      ? decideClientCredentials(client, request, settings)
      : decideForApis(client, request, settings, context);
  },

  earlierPermissions: nothingEarlier,

  tokensOf: (decision, { client_id: subject }) =>
    decision.ok ? { ...decision.value, subject } : undefined,

  async carryOut(decision, client, context, claims) {
    if (!decision.ok) return err(describeRejection(clientCredentialsRejections, decision.error));
    const { scope, audience, authorization_details } = decision.value;
    const subject = client.client_id;
    const entitlement = {
      client,
      subject,
      scope,
      audience,
      grant: "client_credentials",
      details: authorization_details && { authorization_details },
      ext: claims?.access_token,
    };
    return ok({ ...(await issueAccessToken(entitlement, context)), scope });
  },
});

const unnamed = ok(undefined);

/** For a request that names APIs or authorization details. */
async function decideForApis(
  client: AuthenticatedClient,
  request: ClientCredentialsRequest,
  settings: ClientCredentialsOptions,
  context: Context,
): Promise<Result<ClientCredentialsGrant, ClientCredentialsRejection>> {
  const names = namesOfTargets(request.targets ?? noTargets);
  const { apis, open_apis } = await findTargetPolicy(names, client, context);
  const { authorization_details } = request;
  const details_types = authorization_details && (await context.detailsTypes());
  const options = { ...settings, apis, open_apis, details_types };
  const granted = decideClientCredentials(client, request, options);
  if (!granted.ok) return granted;
  const rules = await findTokenRules(granted.value.audience, context);
  return limitToApi(granted.value, request, rules, settings.scope_strategy);
}
