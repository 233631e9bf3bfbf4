import { acceptConsentRequest, type JsonObject, read } from "@latchkey/api";
import type { DetailsTypes } from "../oauth/authorization-details/details-type.ts";
import {
  type AuthorizationDetail,
  verifyForm,
} from "../oauth/authorization-details/parse-details.ts";
import { verifyWithin } from "../oauth/authorization-details/verify-details.ts";
import type { RequestedPermissions } from "../oauth/request/permissions.ts";
import { err, ok, type Result } from "../result.ts";
import { type InteractionRejection, rejectBody } from "./interaction-rejection.ts";

/** The acceptance of the consent provider: what the user allowed. */
export interface ConsentAnswer {
  readonly grant_scope: readonly string[];
  readonly grant_access_token_audience: readonly string[];
  readonly grant_authorization_details?: readonly AuthorizationDetail[];
  /** The names of claims that the user allowed, which were requested one by one. */
  readonly grant_claims?: readonly string[];
  readonly access_token: JsonObject;
  readonly id_token: JsonObject;
  /** Claims for userinfo only. */
  readonly userinfo?: JsonObject;
  /** RFC 8693 §4.4: who alone may act for the user. */
  readonly may_act?: JsonObject;
  /** Any JSON, in place of the login provider's; undefined leaves that. */
  readonly context?: unknown;
  readonly remember: boolean;
  /** Seconds; 0 means without end. */
  readonly remember_for: number;
  /** Unix seconds. */
  readonly handled_at: number;
  /** What else the user chose, in a flow of a feature. */
  readonly choice?: JsonObject;
}

/** What was requested, and how much of it binds the consent provider. */
export interface ConsentLimits {
  readonly request: RequestedPermissions;
  /** The types of the details. */
  readonly types: DetailsTypes;
  /** The trait of the client's security profile. */
  readonly grants_beyond_request: boolean;
}

/**
 * Reads the body. It may grant less than was requested. Details may only be those requested, or fewer: the client knows what it
 * asked for, and the schema says what that may be. Scopes and audiences may be others where the profile trusts the consent
 * provider with that.
 */
export function parseConsentAnswer(
  body: unknown,
  now: number,
  { request, types, grants_beyond_request }: ConsentLimits,
): Result<ConsentAnswer, InteractionRejection> {
  const answer = read(acceptConsentRequest, body ?? {});
  if (!answer.ok) return rejectBody(answer.error);
  const { session = {}, remember = false, remember_for = 0, grant_claims, context } = answer.value;
  const details = verifyForm(answer.value.grant_authorization_details ?? []);
  if (!details.ok) return details;
  const within = verifyWithin(details.value, request.authorization_details ?? [], types);
  if (!within.ok) return within;
  const { grant_scope = [], grant_access_token_audience = [] } = answer.value;
  if (!grants_beyond_request) {
    const scope = grant_scope.find((name) => !request.scope.includes(name));
    if (scope !== undefined) return err({ reason: "scope_not_requested", scope });
    const audience = grant_access_token_audience.find((name) => !request.audience.includes(name));
    if (audience !== undefined) return err({ reason: "audience_not_requested", audience });
  }

  return ok({
    grant_scope,
    grant_access_token_audience,
    ...(details.value.length > 0 && { grant_authorization_details: details.value }),
    ...(grant_claims !== undefined && { grant_claims }),
    access_token: session.access_token ?? {},
    id_token: session.id_token ?? {},
    ...(session.userinfo && { userinfo: session.userinfo }),
    ...(session.may_act && { may_act: session.may_act }),
    ...(context !== undefined && { context }),
    remember,
    remember_for,
    handled_at: now,
  });
}

/** Unix seconds until which a consent is remembered, counted from the authorization request; undefined when it is not. */
export function rememberedUntil(
  { remember, remember_for }: ConsentAnswer,
  { skip, requested_at }: { readonly skip: boolean; readonly requested_at: number },
): number | undefined {
  if (!remember || skip) return undefined; // the user was not asked, so there is nothing new to remember
  return remember_for > 0 ? Math.min(requested_at + remember_for, FOREVER) : FOREVER;
}

const FOREVER = 253_402_300_799; // the last second of the year 9999
