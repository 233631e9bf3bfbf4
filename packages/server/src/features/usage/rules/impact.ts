/** Which recorded requests a changed registration would refuse: by the rules that decide requests. */

import { parseAllowedResponseType } from "../../../oauth/authorization-request.ts";
import { mustProveKey } from "../../../oauth/binding/confirmation.ts";
import type { Client } from "../../../oauth/client.ts";
import { verifyGrantTypeAllowed } from "../../../oauth/grant-type.ts";
import { type ProfileName, profileOf } from "../../../oauth/profiles/profile.ts";
import { verifyAuthorization, verifyTokenRequest } from "../../../oauth/profiles/rules.ts";
import { matchRedirectUri } from "../../../oauth/redirect-uri.ts";
import type { GrantedRequest, Refusal, Verdict } from "../../../oauth/request/granted-request.ts";
import { type PermissionRejection, verifyPermissions } from "../../../oauth/request/permissions.ts";
import { mustPush } from "../../../oauth/request/pushed-request.ts";
import { identifierKey, type KnownApis } from "../../../oauth/resource/api.ts";
import { decideTargets } from "../../../oauth/resource/indicators.ts";
import { limitToApi, tokenRulesOf } from "../../../oauth/resource/token-rules.ts";
import type { ScopeStrategy } from "../../../oauth/scope.ts";
import type { RecordedRequest, RecordedSignIn, RecordedTokenRequest } from "./recorded-request.ts";

/** The settings and APIs that decide about requests. */
export interface ImpactPolicy {
  readonly apis: KnownApis;
  readonly open_apis: boolean;
  readonly scope_strategy: ScopeStrategy;
  readonly server_profile: ProfileName;
  readonly dpop_required: boolean;
  readonly push_required: boolean;
}

/** Of every request of a client that is deleted. */
export const CLIENT_DELETED: Refusal = { field: "client_id", value: "" };

/** What becomes of a request. The judges are those of features, which decide what the registration of clients and APIs does not. */
export function decideRecorded(
  request: RecordedRequest,
  client: Client | undefined,
  policy: ImpactPolicy,
  judges: readonly ((request: GrantedRequest) => Verdict)[],
): Verdict {
  if (client === undefined) return CLIENT_DELETED;
  const refusal =
    request.kind === "sign_in"
      ? refusalOfSignIn(request, client, policy)
      : refusalOfToken(request, client, policy);
  if (refusal !== undefined) return refusal;
  const granted = toGranted(request, client);
  const verdicts = judges.map((judge) => judge(granted));
  const isUnknown = verdicts.includes("unknown");
  return (
    verdicts.find((verdict) => typeof verdict === "object") ?? (isUnknown ? "unknown" : "granted")
  );
}

function toGranted(request: RecordedRequest, { client_id }: Client): GrantedRequest {
  const { scope, details } = request;
  const about = { client_id, scope, details };
  if (request.kind === "sign_in")
    return { ...about, grant_type: undefined, by_grant: false, accepted_by: [] };
  const { grant_type, auth_method, accepted_by = [] } = request;
  return { ...about, grant_type, by_grant: auth_method === undefined, accepted_by };
}

function refusalOfSignIn(
  request: RecordedSignIn,
  client: Client,
  policy: ImpactPolicy,
): Refusal | undefined {
  const { redirect_uri, response_type, auth_method } = request;
  // The ports of loopback redirect URIs are not recorded.
  const matched = matchRedirectUri({ redirect_uris: client.redirect_uris }, redirect_uri);
  if (!matched.ok) return { field: "redirect_uris", value: redirect_uri ?? "" };
  if (mustPush(client, policy.push_required) && !request.pushed)
    return { field: "require_pushed_authorization_requests", value: "true" };
  const withdrawn = refusalOfPermissions(request, client, policy);
  if (withdrawn !== undefined) return withdrawn;
  const allowed = parseAllowedResponseType(response_type, client, policy);
  if (!allowed.ok) {
    return allowed.error.reason === "grant_type_not_registered"
      ? { field: "grant_types", value: allowed.error.grant_type }
      : { field: "response_types", value: response_type };
  }
  const profile = profileOf(client, policy.server_profile);
  const followed = verifyAuthorization(profile, {
    client,
    response_type: allowed.value,
    response_mode: request.response_mode,
    redirect_uri: matched.value,
    redirect_uri_sent: redirect_uri !== undefined,
    code_challenge: request.pkce ? "sent" : undefined,
    pushed: request.pushed,
    signed: request.signed,
  });
  if (!followed.ok) return { field: "security_profile", value: followed.error.rule };
  return allowed.value.includes("code")
    ? refusalOfCaller(auth_method, request.proves_key, client, policy)
    : undefined;
}

function refusalOfToken(
  request: RecordedTokenRequest,
  client: Client,
  policy: ImpactPolicy,
): Refusal | undefined {
  const { grant_type: name, clients, auth_method, proves_key } = request;
  const refused = refusalOfCaller(auth_method, proves_key, client, policy);
  if (refused !== undefined) return refused;
  if (!verifyGrantTypeAllowed(client, { name, clients }).ok)
    return { field: "grant_types", value: name };
  const withdrawn = refusalOfPermissions(request, client, policy);
  if (withdrawn !== undefined || !request.by_itself) return withdrawn;
  return refusalOfApi(request, client, policy);
}

function boundField({ tls_client_certificate_bound_access_tokens }: Client): string {
  return tls_client_certificate_bound_access_tokens
    ? "tls_client_certificate_bound_access_tokens"
    : "dpop_bound_access_tokens";
}

/** What the token endpoint checks before it looks at the grant. A client authenticates in the one way that it is registered for. */
function refusalOfCaller(
  used: string | undefined,
  proves_key: boolean,
  client: Client,
  policy: ImpactPolicy,
): Refusal | undefined {
  if (used !== undefined && used !== client.token_endpoint_auth_method)
    return { field: "token_endpoint_auth_method", value: used };
  if (!proves_key && mustProveKey(client, policy))
    return { field: boundField(client), value: "true" };
  const profile = profileOf(client, policy.server_profile);
  const followed = verifyTokenRequest(profile, { client, proves_key });
  return followed.ok ? undefined : { field: "security_profile", value: followed.error.rule };
}

function refusalOfPermissions(
  { scope = [], audience, resource, details }: RecordedRequest,
  client: Client,
  policy: ImpactPolicy,
): Refusal | undefined {
  const authorization_details = details.map((type) => ({ type }));
  const requested = { scope, audience, resource, authorization_details };
  const permitted = verifyPermissions(requested, client, policy);
  return permitted.ok ? undefined : refusalOf(permitted.error);
}

function refusalOf(rejection: PermissionRejection): Refusal {
  if (rejection.reason === "scope_not_allowed") return { field: "scope", value: rejection.scope };
  if (rejection.reason === "audience_not_allowed")
    return { field: "audience", value: rejection.audience };
  if (rejection.reason === "resource_not_allowed")
    return { field: "audience", value: rejection.resource };
  if (rejection.reason === "details_type_not_allowed")
    return { field: "authorization_details_types", value: rejection.type };
  throw new Error(`A recorded request cannot be refused as ${rejection.reason}.`);
}

/** RFC 8707 §2.2: a token for one API has its scopes alone. */
function refusalOfApi(
  { scope, audience, resource }: RecordedTokenRequest,
  client: Client,
  { apis, open_apis, scope_strategy }: ImpactPolicy,
): Refusal | undefined {
  const targets = decideTargets({ audience, resource }, { client, apis, open_apis });
  if (scope === undefined || !targets.ok) return undefined;
  const known = targets.value.map((name) => apis.get(identifierKey(name)));
  const limited = limitToApi(
    { scope },
    { scope: scope.join(" ") },
    tokenRulesOf(known),
    scope_strategy,
  );
  return limited.ok ? undefined : { field: "scopes", value: limited.error.scope };
}
