import type { Context } from "../context/context.ts";
import { keySets } from "../context/keyring.ts";
import { writeHandle } from "../crypto/flow-id.ts";
import type { HookedTokens, HookFacts } from "../interaction/token-hook.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { allowsIdToken } from "../oauth/grant.ts";
import { profileOf } from "../oauth/profiles/profile.ts";
import { jwtFormatOf } from "../oauth/resource/token-rules.ts";
import { accessTokenLifespan, issuesJwt, policyOf } from "./client-policy.ts";
import { findTokenRules } from "./find-apis.ts";
import { idTokenAlgorithm } from "./issue-grant-tokens.ts";
import { endOfLife } from "./lifespans.ts";
import { accessTokenKey } from "./sign-access-token.ts";

/** What the hooks are sent about a token request, beside the tokens. */
export async function loadHookFacts(
  { grant, audience, refresh_token = false }: HookedTokens,
  { grant_type, form }: { readonly grant_type: string; readonly form: FormFields },
  client: Client,
  context: Context,
): Promise<HookFacts> {
  const { config, keyring, signer } = context;
  const now = context.now();
  const rules = await findTokenRules(audience, context);
  const policy = policyOf(client, context);
  const profile = profileOf(client, config["security.profile"]);
  const keyOfAccessToken = issuesJwt(policy, rules)
    ? await accessTokenKey(jwtFormatOf(rules), profile, keyring)
    : undefined;
  const keyOfIdToken =
    grant && allowsIdToken(grant.scope)
      ? await keyring.signingKey(keySets.id_token, idTokenAlgorithm(client, config))
      : undefined;
  return {
    grant_type,
    client_id: client.client_id,
    form,
    issuer: config["urls.self.issuer"],
    consent_challenge: grant ? writeHandle(signer, "consent_challenge", grant.grant_id) : "",
    id_token_kid: keyOfIdToken?.kid ?? "",
    access_token_kid: keyOfAccessToken?.kid ?? "",
    access_token_expires_at: now + accessTokenLifespan(policy, grant_type, rules),
    refresh_token_expires_at: refresh_token
      ? endOfLife(now, policy.lifespansOf(grant_type).refresh_token)
      : undefined,
    allowed_top_level_claims: config["oauth2.allowed_top_level_claims"],
    mirror_top_level_claims: config["oauth2.mirror_top_level_claims"],
    exclude_not_before_claim: config["oauth2.exclude_not_before_claim"],
    now,
  };
}
