import { parseAudience } from "../oauth/audience.ts";
import {
  decideClientCredentials,
  describeClientCredentialsRejection,
} from "../oauth/client-credentials-grant.ts";
import { err, ok } from "../oauth/result.ts";
import { describeTokens } from "../oauth/token-response.ts";
import type { Grant } from "./grant.ts";
import { issueAccessToken } from "./issue-access-token.ts";

/** RFC 6749 §4.4: a client asks on its own behalf, and is its own subject. */
export const clientCredentials: Grant = async (form, client, context) => {
  const { config, server_metrics } = context;
  const decision = decideClientCredentials(
    client,
    { scope: form.get("scope"), audience: parseAudience(form.getAll("audience")) },
    {
      scope_strategy: config["strategies.scope"],
      default_grant_allowed_scope: config["oauth2.client_credentials.default_grant_allowed_scope"],
    },
  );
  if (!decision.ok) return err(describeClientCredentialsRejection(decision.error));

  const { scope, audience } = decision.value;
  const issued = await issueAccessToken(
    { client, subject: client.client_id, scope, audience },
    context,
  );
  server_metrics.access_tokens_issued("client_credentials").add();
  return ok(describeTokens({ ...issued, scope }));
};
