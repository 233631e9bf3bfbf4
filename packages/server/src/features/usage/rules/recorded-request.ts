/** Requests of a client that were granted, as they are counted: what the client's registration decides about them. */

import { parseAudience } from "../../../oauth/audience.ts";
import type { AuthorizationRequest } from "../../../oauth/authorization-request.ts";
import { parseAuthorizationDetails } from "../../../oauth/authorization-details/parse-details.ts";
import type { Client } from "../../../oauth/client.ts";
import type { FormFields } from "../../../oauth/form-fields.ts";
import type { GrantTypeRequirements } from "../../../oauth/grant-type.ts";
import type { EarlierPermissions } from "../../../oauth/request/permissions.ts";
import { loopbackHostOf } from "../../../oauth/redirect-uri.ts";

/** What a request asked for. Lists are in order, so that the same request is counted once. */
interface Requested {
  /** Absent where the request named none. */
  readonly scope?: readonly string[];
  readonly audience: readonly string[];
  /** Named as `resource`. */
  readonly resource: readonly string[];
  /** The types of its authorization details. */
  readonly details: readonly string[];
}

/** An authorization request with the redemption of its code. */
export interface RecordedSignIn extends Requested {
  readonly kind: "sign_in";
  /** Absent where the request had none. Of a loopback address without the port, which clients choose anew each time. */
  readonly redirect_uri?: string;
  readonly response_type: string;
  readonly response_mode: string;
  readonly pkce: boolean;
  readonly pushed: boolean;
  readonly signed: boolean;
  readonly auth_method: string;
  /** Whether its code has to be redeemed with a key. A client that proves one although it need not is not known. */
  readonly proves_key: boolean;
}

/** Any other token request. */
export interface RecordedTokenRequest extends Requested {
  readonly kind: "token";
  readonly grant_type: string;
  readonly clients: GrantTypeRequirements["clients"];
  /** Whether the scope was requested by this request, and not by an earlier one. */
  readonly by_itself: boolean;
  /** Absent where the grant authenticated the client. */
  readonly auth_method?: string;
  /** Whether the client proved the key that its tokens are bound to. */
  readonly proves_key: boolean;
  /** What accepted the grant, where a feature decides about that. */
  readonly accepted_by?: readonly string[];
}

export type RecordedRequest = RecordedSignIn | RecordedTokenRequest;

/** How a request arrived. */
export interface Arrival {
  readonly pushed: boolean;
  /** Whether it had to be in a signed request object. */
  readonly signed: boolean;
  /** Whether the client has to prove a key. */
  readonly proves_key: boolean;
}

/** What there is to know of a sign-in. */
export function describeSignIn(
  request: AuthorizationRequest,
  { token_endpoint_auth_method }: Pick<Client, "token_endpoint_auth_method">,
  how: Arrival,
): RecordedSignIn {
  return {
    kind: "sign_in",
    ...(request.redirect_uri_sent && { redirect_uri: withoutPort(request.redirect_uri) }),
    response_type: request.response_type.join(" "),
    response_mode: request.response_mode,
    scope: inOrder(request.scope),
    audience: inOrder(request.audience),
    resource: [],
    details: inOrder(request.authorization_details?.map(({ type }) => type) ?? []),
    pkce: request.code_challenge !== undefined,
    ...how,
    proves_key: how.proves_key || request.dpop_jkt !== undefined,
    auth_method: token_endpoint_auth_method,
  };
}

/** How a token request was decided, beside its parameters. */
interface HowTokenRequested {
  /** Undefined where the grant authenticated the client. */
  readonly auth_method: string | undefined;
  readonly proves_key: boolean;
  /** The APIs that the grant names where the request names none. */
  readonly resource: readonly string[];
  readonly accepted_by: readonly string[];
}

/** What there is to know of a token request that goes by an earlier one, or by its own parameters. */
export function describeTokenRequest(
  { name, clients }: GrantTypeRequirements,
  form: FormFields,
  earlier: EarlierPermissions | undefined,
  how: HowTokenRequested,
): RecordedTokenRequest {
  const { auth_method, proves_key, resource, accepted_by } = how;
  return {
    kind: "token",
    grant_type: name,
    clients,
    by_itself: earlier === undefined,
    ...(earlier === undefined ? requestedBy(form, resource) : requestedEarlier(earlier)),
    ...(auth_method !== undefined && { auth_method }),
    proves_key,
    ...(accepted_by.length > 0 && { accepted_by }),
  };
}

function requestedBy(form: FormFields, resourceOfGrant: readonly string[]): Requested {
  const scope = form.get("scope");
  const namesApis = form.get("audience") !== undefined || form.get("resource") !== undefined;
  const details = parseAuthorizationDetails(form.get("authorization_details"));
  return {
    ...(scope !== undefined && { scope: inOrder(scope.split(" ").filter((name) => name !== "")) }),
    audience: inOrder(parseAudience(form.getAll("audience"))),
    resource: inOrder(namesApis ? form.getAll("resource") : resourceOfGrant),
    details: inOrder(details.ok ? (details.value ?? []).map(({ type }) => type) : []),
  };
}

function requestedEarlier(earlier: EarlierPermissions): Requested {
  const { scope, audience, resource = [], authorization_details = [] } = earlier;
  return {
    scope: inOrder(scope),
    audience: inOrder(audience),
    resource: inOrder(resource),
    details: inOrder(authorization_details.map(({ type }) => type)),
  };
}

function inOrder(words: readonly string[]): readonly string[] {
  return [...new Set(words)].toSorted();
}

function withoutPort(uri: string): string {
  return loopbackHostOf(uri) === undefined ? uri : uri.replace(/^(http:\/\/[^/?]*?):\d+/, "$1");
}
