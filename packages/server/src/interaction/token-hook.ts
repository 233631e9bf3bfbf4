/** Token hooks: apps of the operator that are asked before tokens are issued. The messages are those of Ory Hydra. */

import { explain, type JsonObject, read, tokenHookResponse } from "@latchkey/api";
import type { FormFields } from "../oauth/form-fields.ts";
import type { Grant } from "../oauth/grant.ts";
import type { Rejections } from "../oauth/rejection.ts";
import { timestamp } from "../oauth/timestamp.ts";

/** Claims of the tokens to be issued, as a consent provider sets them. */
export interface HookClaims {
  readonly access_token: JsonObject;
  readonly id_token: JsonObject;
}

/** The tokens to be issued. */
export interface HookedTokens {
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** What they derive from; undefined where there is no consent of a user. */
  readonly grant?: Grant;
  /** Whether there is a refresh token among them. */
  readonly refresh_token?: boolean;
}

/** What a hook is sent beside the tokens and their claims. Times are unix seconds. */
export interface HookFacts {
  readonly grant_type: string;
  readonly client_id: string;
  readonly form: FormFields;
  readonly issuer: string;
  /** The `consent_request_id` of the admin API; empty where there is no grant. */
  readonly consent_challenge: string;
  /** The ids of the keys that sign; empty where nothing is signed. */
  readonly id_token_kid: string;
  readonly access_token_kid: string;
  readonly access_token_expires_at: number;
  readonly refresh_token_expires_at: number | undefined;
  readonly allowed_top_level_claims: readonly string[];
  readonly mirror_top_level_claims: boolean;
  readonly exclude_not_before_claim: boolean;
  readonly now: number;
}

/** The claims of the tokens before a hook is asked. */
export function claimsBefore({ grant }: HookedTokens): HookClaims {
  const { access_token = {}, id_token = {} } = grant?.session ?? {};
  return { access_token, id_token };
}

/** The request to `oauth2.token_hook`. */
export function describeTokenHookRequest(
  tokens: HookedTokens,
  claims: HookClaims,
  facts: HookFacts,
): JsonObject {
  const { grant_type, client_id, form } = facts;
  // As in Hydra, which grants what was requested with a code only afterwards.
  const isGranted = grant_type !== "authorization_code";
  const requested = form.get("scope")?.split(" ").filter(Boolean) ?? [];
  return {
    session: describeSession(tokens, claims, facts),
    request: {
      client_id,
      requested_scopes: tokens.grant?.session.consent.requested_scope ?? requested,
      granted_scopes: isGranted ? tokens.scope : [],
      granted_audience: isGranted ? tokens.audience : [],
      grant_types: [grant_type],
      payload: Object.fromEntries(
        PAYLOAD.map((name) => [name, form.getAll(name)] as const).filter(
          ([, values]) => values.length > 0,
        ),
      ),
    },
  };
}

/** The parameters of the token request that hooks are sent: none of them is a secret of the client. */
const PAYLOAD = ["grant_type", "response_type", "scope", "client_id", "assertion"];

/** The request to `oauth2.refresh_token_hook`. */
export function describeRefreshTokenHookRequest(
  tokens: HookedTokens,
  claims: HookClaims,
  facts: HookFacts,
): JsonObject {
  const { client_id, grant_type } = facts;
  const granted = { client_id, granted_scopes: tokens.scope, granted_audience: tokens.audience };
  return {
    subject: tokens.subject,
    session: describeSession(tokens, claims, facts),
    requester: { ...granted, grant_types: [grant_type] },
    ...granted,
  };
}

function describeSession(tokens: HookedTokens, claims: HookClaims, facts: HookFacts): JsonObject {
  const { grant, subject } = tokens;
  return {
    id_token: {
      id_token_claims: describeIdTokenClaims(grant, claims, facts),
      headers: { extra: facts.id_token_kid === "" ? {} : { kid: facts.id_token_kid } },
      expires_at: {
        access_token: timeOf(facts.access_token_expires_at),
        ...(grant && { authorize_code: timeOf(grant.session.code_expires_at) }),
        ...(facts.refresh_token_expires_at !== undefined && {
          refresh_token: timeOf(facts.refresh_token_expires_at),
        }),
      },
      subject,
    },
    extra: claims.access_token,
    kid: facts.access_token_kid,
    client_id: facts.client_id,
    consent_challenge: facts.consent_challenge,
    exclude_not_before_claim: facts.exclude_not_before_claim,
    allowed_top_level_claims: facts.allowed_top_level_claims,
    mirror_top_level_claims: facts.mirror_top_level_claims,
  };
}

/** Claims that are only known when the ID token is signed are empty. */
function describeIdTokenClaims(
  grant: Grant | undefined,
  { id_token }: HookClaims,
  { issuer, now }: HookFacts,
): JsonObject {
  const session = grant?.session;
  return {
    jti: "",
    iss: issuer,
    sub: session?.id_token_subject ?? "",
    aud: grant === undefined ? [] : [grant.client_id],
    nonce: session?.nonce ?? "",
    exp: timeOf(undefined),
    iat: timeOf(now),
    rat: timeOf(session?.requested_at),
    auth_time: timeOf(session?.auth_time),
    at_hash: "",
    acr: session?.acr ?? "",
    amr: session?.amr ?? [],
    c_hash: session?.c_hash ?? "",
    ext: { ...id_token, ...(grant && { sid: grant.sid }) },
  };
}

/** RFC 3339; the zero time of Go where there is none. */
function timeOf(seconds: number | undefined): string {
  return seconds === undefined ? "0001-01-01T00:00:00Z" : timestamp(seconds);
}

/** What a hook decided. */
export type HookDecision =
  | { readonly kind: "unchanged" }
  | { readonly kind: "replaced"; readonly claims: HookClaims }
  | { readonly kind: "denied" }
  /** `is_transient`: another call may succeed. The problem contains nothing of the response. */
  | { readonly kind: "failed"; readonly problem: string; readonly is_transient: boolean };

/** Reads the response of a hook. Claims that it leaves out are removed. */
export function decideHookResponse(status: number, value: unknown): HookDecision {
  if (status === 204) return { kind: "unchanged" };
  if (status === 403) return { kind: "denied" };
  if (status !== 200)
    return { kind: "failed", problem: `It responded ${status}.`, is_transient: status >= 500 };
  const response = read(tokenHookResponse, value);
  if (!response.ok)
    return { kind: "failed", problem: explain(response.error), is_transient: false };
  const { access_token = {}, id_token = {} } = response.value.session ?? {};
  return { kind: "replaced", claims: { access_token, id_token } };
}

/** The grant with the claims that a hook set; the same object where they are no others. */
export function withHookClaims(grant: Grant, claims: HookClaims | undefined): Grant {
  if (claims === undefined) return grant;
  const { access_token, id_token } = grant.session;
  const isSame = JSON.stringify({ access_token, id_token }) === JSON.stringify(claims);
  return isSame ? grant : { ...grant, session: { ...grant.session, ...claims } };
}

/** The errors of token requests for which a hook was asked. Nothing was used up. */
export const tokenHookRejections = {
  token_hook_denied: {
    error: "access_denied",
    description: "The token hook denied the request.",
    status: 403, // As in Hydra.
    because: "The operator's token hook responded 403.",
    fix: "Find out from the app at oauth2.token_hook or oauth2.refresh_token_hook why it denied the tokens.",
  },
  token_hook_failed: {
    error: "server_error",
    description: "The token hook did not respond as it must. Send the same request again later.",
    because:
      "The operator's token hook did not respond as it must. The code or refresh token was not used up.",
    fix: "Search the server's log for token hook failed, which says what was wrong.",
  },
  token_hooks_busy: {
    error: "temporarily_unavailable",
    description:
      "Too many token requests wait for the token hook (limits.token_hooks.concurrency). Send the same request again later.",
    retry_after: 1,
    because:
      "As many token requests waited for the operator's token hook as limits.token_hooks.concurrency allows. The code or refresh token was not used up.",
    fix: "Find out why the hook is slow: latchkey_token_hook_duration_seconds. Raise the limit if the hook can serve more calls at once.",
  },
} satisfies Rejections;
