/** RFC 8628 §3.4, §3.5: a device polls the token endpoint until its user has decided. */

import type { TokensToIssue } from "../authorization-code-grant.ts";
import type { AuthenticatedClient } from "../client.ts";
import type { DeviceAuthorization } from "./device-authorization.ts";
import type { ProfileName } from "../profiles/profile.ts";
import { allowsIdToken, allowsRefresh, belongsTo, type Grant, type GrantToken } from "../grant.ts";
import type { OAuthError } from "../oauth-error.ts";
import {
  describeTargetRejection,
  isTargetRejection,
  selectResources,
  type TargetRejection,
} from "../resource/indicators.ts";
import type { Extent } from "../resource/narrowing.ts";

/** When a device last polled, and how long it must wait in between. */
export type PollingPace = Pick<DeviceAuthorization, "poll_interval" | "polled_at_ms">;

/** The pace of a device after one more request, and whether that came too early. */
export interface PolledPace extends PollingPace {
  readonly too_fast: boolean;
}

/** §3.5: `slow_down` increases the interval by 5 seconds, for this and all later requests. */
const SLOW_DOWN_SECONDS = 5;

/** Seconds. A device that never waits cannot make the number grow without end. */
const LONGEST_INTERVAL = 300;

/** Requests of a device that waits as it should may arrive a little closer together than they were sent. */
const JITTER_MS = 1_000;

/** The pace after a request that arrived at `now_ms`. */
export function keepPace({ poll_interval, polled_at_ms }: PollingPace, now_ms: number): PolledPace {
  const earliest = polled_at_ms === undefined ? 0 : polled_at_ms + poll_interval * 1000 - JITTER_MS;
  const too_fast = now_ms < earliest;
  return {
    poll_interval: too_fast
      ? Math.min(poll_interval + SLOW_DOWN_SECONDS, LONGEST_INTERVAL)
      : poll_interval,
    polled_at_ms: now_ms,
    too_fast,
  };
}

/** What is known about a device code. */
export interface DeviceCodeFacts {
  readonly client: AuthenticatedClient;
  /** RFC 8707 §2.2: the APIs that the access token is to be for; empty for all that were granted. */
  readonly resource: readonly string[];
  /** The device's request, if it is this client's and has not expired. */
  readonly device: DeviceAuthorization | undefined;
  /** Whether this request came too early. */
  readonly too_fast: boolean;
  /** Whether the user, or the login or consent app, denied the request in the flow. */
  readonly denied: boolean;
  /** The grant of the user's consent. */
  readonly grant: Grant | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The security profile of clients that have none of their own. */
  readonly server_profile?: ProfileName;
}

/** The decision about a device code. */
export type DeviceCodeDecision =
  /** Carried out by a compare-and-swap of the grant from generation 0 to 1; a request that fails there lost the race. */
  | {
      readonly kind: "redeem";
      readonly grant: Grant;
      readonly issue: TokensToIssue;
      readonly extent: Extent;
    }
  | { readonly kind: "reject"; readonly rejection: DeviceCodeRejection };

/** Why a device gets no tokens, or none yet. */
export type DeviceCodeRejection =
  | TargetRejection
  | { readonly reason: "device_code_unknown" }
  | { readonly reason: "device_code_expired"; readonly expires_at: number }
  | { readonly reason: "device_code_used" }
  | { readonly reason: "grant_revoked"; readonly revoked_at: number }
  | { readonly reason: "device_denied" }
  | { readonly reason: "device_pending" }
  | { readonly reason: "device_polls_too_fast"; readonly poll_interval: number };

/**
 * Decides about a device code. A second use does not revoke the tokens of the first: a device code never passes through a
 * browser, and devices do repeat requests whose response was lost.
 */
export function decideDeviceCode(token: GrantToken, facts: DeviceCodeFacts): DeviceCodeDecision {
  const { device, grant, now } = facts;
  if (token.expires_at <= now) {
    return reject({ reason: "device_code_expired", expires_at: token.expires_at });
  }
  if (device === undefined) return reject({ reason: "device_code_unknown" });
  if (grant !== undefined) return decideGranted(grant, facts);
  if (facts.denied || device.state === "rejected") return reject({ reason: "device_denied" });
  // §3.5: a variant of authorization_pending, so it never hides a decision of the user.
  return facts.too_fast
    ? reject({ reason: "device_polls_too_fast", poll_interval: device.poll_interval })
    : reject({ reason: "device_pending" });
}

function decideGranted(
  grant: Grant,
  { client, resource, server_profile }: DeviceCodeFacts,
): DeviceCodeDecision {
  if (!belongsTo(grant, client)) return reject({ reason: "device_code_unknown" });
  const { revoked_at } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked", revoked_at });
  if (grant.generation > 0) return reject({ reason: "device_code_used" });
  const audience = selectResources(resource, grant.audience);
  if (!audience.ok) return reject(audience.error);
  const refresh_token = allowsRefresh(grant.scope, client, server_profile);
  const issue = { refresh_token, id_token: allowsIdToken(grant.scope) };
  return {
    kind: "redeem",
    grant,
    issue,
    extent: { ...(audience.value && { audience: audience.value }) },
  };
}

function reject(rejection: DeviceCodeRejection): DeviceCodeDecision {
  return { kind: "reject", rejection };
}

/** §3.5: the error response. */
export function describeDeviceCodeRejection(rejection: DeviceCodeRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: DeviceCodeRejection): OAuthError {
  if (isTargetRejection(rejection)) return describeTargetRejection(rejection);
  switch (rejection.reason) {
    case "device_code_unknown":
      return {
        error: "invalid_grant",
        error_description: "The device_code is invalid, or was issued to another client.",
      };
    case "device_code_used":
      return {
        error: "invalid_grant",
        error_description: "The device_code was already used. It can be redeemed only once.",
      };
    case "grant_revoked":
      return {
        error: "invalid_grant",
        error_description: "The access was revoked. Start a new device authorization.",
      };
    case "device_code_expired":
      return {
        error: "expired_token",
        error_description: "The device_code has expired. Start a new device authorization.",
      };
    case "device_denied":
      return {
        error: "access_denied",
        error_description: "The user or the login app denied the request.",
      };
    case "device_pending":
      return {
        error: "authorization_pending",
        error_description: "The user has not finished yet. Ask again after the interval.",
      };
    case "device_polls_too_fast":
      return {
        error: "slow_down",
        error_description: `Wait ${rejection.poll_interval} seconds between two token requests.`,
      };
  }
}
