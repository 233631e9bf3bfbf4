import { parseAudience } from "../oauth/audience.ts";
import {
  type ClientCredentialsGrant,
  type ClientCredentialsRejection,
  type ClientCredentialsRequest,
  decideClientCredentials,
  describeClientCredentialsRejection,
} from "../oauth/client-credentials-grant.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { defineGrantType } from "./grant-type.ts";
import { issueAccessToken } from "./issue-access-token.ts";

/** RFC 6749 §4.4: a client asks on its own behalf, and is its own subject. */
export const clientCredentials = defineGrantType<
  ClientCredentialsRequest,
  Result<ClientCredentialsGrant, ClientCredentialsRejection>
>({
  name: "client_credentials",
  clients: "confidential",
  metric_label: "client_credentials",
  inspector: { for_user: false, step: "token_issued", refused_step: "token_refused" },
  errors: {
    invalid_grant: {
      means: "The client is public: it has no secret or key to authenticate with.",
      remedy: "Give the client a `token_endpoint_auth_method` other than `none`.",
    },
    invalid_scope: {
      means: "The scope is malformed, or not among the client's.",
      remedy: "Add the scope to the client's `scope`, or request less.",
    },
    invalid_request: {
      means: "The audience is not among the client's.",
      remedy: "Add it to the client's `audience`.",
    },
  },

  read: (form) =>
    ok({ scope: form.get("scope"), audience: parseAudience(form.getAll("audience")) }),

  decide: (request, client, { config }) =>
    decideClientCredentials(client, request, {
      scope_strategy: config["strategies.scope"],
      default_grant_allowed_scope: config["oauth2.client_credentials.default_grant_allowed_scope"],
    }),

  async carryOut(decision, client, context) {
    if (!decision.ok) return err(describeClientCredentialsRejection(decision.error));
    const { scope, audience } = decision.value;
    const subject = client.client_id;
    const entitlement = { client, subject, scope, audience, grant: "client_credentials" };
    return ok({ ...(await issueAccessToken(entitlement, context)), scope });
  },
});
