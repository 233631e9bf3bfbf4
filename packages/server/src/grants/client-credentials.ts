import {
  type ClientCredentialsGrant,
  type ClientCredentialsRejection,
  type ClientCredentialsRequest,
  decideClientCredentials,
  describeClientCredentialsRejection,
  limitToApi,
} from "../oauth/client-credentials-grant.ts";
import {
  describeTargetRejection,
  namesOfTargets,
  parseTargets,
} from "../oauth/resource/indicators.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { thenOrCall } from "../maybe-promise.ts";
import { findTargetPolicy, findTokenRules } from "./find-apis.ts";
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
  },

  read(form) {
    const targets = parseTargets(form);
    if (!targets.ok) return err(describeTargetRejection(targets.error));
    return ok({ scope: form.get("scope"), targets: targets.value });
  },

  decide(request, client, context) {
    const { config } = context;
    const scope_strategy = config["strategies.scope"];
    return thenOrCall(
      findTargetPolicy(namesOfTargets(request.targets), client, context),
      (policy) => {
        const granted = decideClientCredentials(client, request, {
          ...policy,
          scope_strategy,
          default_grant_allowed_scope:
            config["oauth2.client_credentials.default_grant_allowed_scope"],
        });
        if (!granted.ok) return granted;
        return thenOrCall(findTokenRules(granted.value.audience, context), (rules) =>
          limitToApi(granted.value, request, rules, { scope_strategy }),
        );
      },
    );
  },

  async carryOut(decision, client, context) {
    if (!decision.ok) return err(describeClientCredentialsRejection(decision.error));
    const { scope, audience } = decision.value;
    const subject = client.client_id;
    const entitlement = { client, subject, scope, audience, grant: "client_credentials" };
    return ok({ ...(await issueAccessToken(entitlement, context)), scope });
  },
});
