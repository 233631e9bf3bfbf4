/** The rate limits of the workspace API. */

import { isUuid } from "@latchkey/api";
import { type Result, createRateLimiter, err, networkOf, ok } from "@latchkey/server/feature/rules";
import { rateLimited, type RateLimitReason } from "./errors.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** Requests a minute: a number, or what returns the one of now. */
export interface WorkspaceLimitOptions {
  /** Of one integration, from any address. */
  readonly per_client: number | (() => number);
  /** Unauthenticated requests from one address, for any integration. */
  readonly per_address: number | (() => number);
  /** Failed authentications from one address for one integration. */
  readonly failures: number | (() => number);
}

/** A counted request, as processes of one server report it to each other. */
export interface CountedRequest {
  readonly against: "clients" | "addresses" | "failures";
  readonly key: string;
}

/** Whether a message of a peer is one. */
export function isCountedRequest(value: unknown): value is CountedRequest {
  if (typeof value !== "object" || value === null) return false;
  const { against, key }: { against?: unknown; key?: unknown } = value;
  return (
    typeof key === "string" &&
    typeof against === "string" &&
    Object.hasOwn(workspaceLimitSettings, against)
  );
}

/**
 * The limits of the token, revocation and introspection endpoints. A rejected request spends no code or token. The limits by
 * address apply to unauthenticated requests only: an attacker with the same address cannot lock out an integration. The limits
 * do not protect secrets, which are too long to guess and cost one SHA-256 to verify.
 */
export interface WorkspaceLimits {
  /** Counts a request that was rejected before authentication. */
  admitUnidentified(address: string, now_ms: number): Limited;
  /** Counts an authentication that failed. */
  admitFailure(address: string, client_id: string | undefined, now_ms: number): Limited;
  /** Counts a request of an integration that has authenticated. */
  admitClient(client_id: string, now_ms: number): Limited;
  /** Counts a request that another process admitted. */
  countForPeer(counted: CountedRequest, now_ms: number): void;
}

type Limited = Result<void, WorkspaceError>;

/** The setting of each limit. */
export const workspaceLimitSettings = {
  clients: "workspace.rate_limit.requests",
  addresses: "workspace.rate_limit.per_address",
  failures: "workspace.rate_limit.failed_authentications",
} as const;

type LimitSetting = (typeof workspaceLimitSettings)[CountedRequest["against"]];

/** Callbacks. */
interface WorkspaceLimitListeners {
  /** Called for every counted request, to notify the other processes. */
  readonly onCounted?: (counted: CountedRequest) => void;
  /** Called for every rejected request. */
  readonly onHit?: (setting: LimitSetting) => void;
}

/** Counters for one server. */
export function createWorkspaceLimits(
  options: WorkspaceLimitOptions,
  { onCounted, onHit }: WorkspaceLimitListeners = {},
): WorkspaceLimits {
  const limits = {
    clients: createRateLimiter({ limit: options.per_client }),
    addresses: createRateLimiter({ limit: options.per_address }),
    failures: createRateLimiter({ limit: options.failures }),
  };
  const take = (against: CountedRequest["against"], key: string, now_ms: number): Limited => {
    const wait = limits[against].take(key, now_ms);
    if (wait === undefined) {
      onCounted?.({ against, key });
      return ok(undefined);
    }
    onHit?.(workspaceLimitSettings[against]);
    return err(rateLimited(reasons[against], wait));
  };
  return {
    admitUnidentified: (address, now_ms) => take("addresses", networkOf(address), now_ms),
    admitFailure(address, client_id, now_ms) {
      const admitted = take("addresses", networkOf(address), now_ms);
      return admitted.ok ? take("failures", keyOf(address, client_id), now_ms) : admitted;
    },
    admitClient: (client_id, now_ms) => take("clients", client_id, now_ms),
    // By this process's clock: a late message must not move the window back.
    countForPeer: ({ against, key }, now_ms) => limits[against].add(key, now_ms),
  };
}

const reasons: Readonly<Record<CountedRequest["against"], RateLimitReason>> = {
  clients: "public_api_request_rate_limit",
  addresses: "public_api_endpoint_rate_limit",
  failures: "public_api_request_blocked",
};

/** All malformed client ids share one key, so that made-up ones do not fill the memory. */
function keyOf(address: string, client_id = ""): string {
  return `${networkOf(address)} ${isUuid(client_id) ? client_id : ""}`;
}
