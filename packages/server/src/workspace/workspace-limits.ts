import { networkOf } from "../limits/networks.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { rateLimited, type RateLimitReason } from "./refusals.ts";
import { isUuid } from "./uuid.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** Requests a minute. */
export interface WorkspaceLimitOptions {
  /** Of one integration, from wherever. */
  readonly per_client: number;
  /** From one address that do not authenticate, whichever integration they name. */
  readonly per_address: number;
  /** Failed authentications from one address for one integration. */
  readonly failures: number;
}

/** Something that was counted, as processes tell it one another. */
export interface CountedRequest {
  readonly against: "clients" | "addresses" | "failures";
  readonly key: string;
}

/**
 * The limits of the token, revocation and introspection endpoints. None of them uses anything up. Those by address apply to
 * requests that do not authenticate: a stranger behind the same address cannot lock out an integration that does. Verifying
 * a secret costs one SHA-256 and nobody can guess it, so it is not what the limits protect.
 */
export interface WorkspaceLimits {
  /** Counts a request that is refused before it is known who sent it. */
  admitUnidentified(address: string, now_ms: number): Limited;
  /** Counts an authentication that failed. */
  admitFailure(address: string, client_id: string | undefined, now_ms: number): Limited;
  /** Counts a request of an integration that has authenticated. */
  admitClient(client_id: string, now_ms: number): Limited;
  /** Counts what another process let through. */
  hear(counted: CountedRequest, now_ms: number): void;
}

type Limited = Result<void, WorkspaceError>;

/** The setting that holds each limit. */
export const workspaceLimitSettings = {
  clients: "workspace.rate_limit.requests",
  addresses: "workspace.rate_limit.per_address",
  failures: "workspace.rate_limit.failed_authentications",
} as const;

type LimitSetting = (typeof workspaceLimitSettings)[CountedRequest["against"]];

/** Who hears of the counting. */
interface WorkspaceLimitListeners {
  /** Of everything that is counted, for the other processes of the server. */
  readonly tell?: (counted: CountedRequest) => void;
  /** Of every request that a limit turned away. */
  readonly onHit?: (setting: LimitSetting) => void;
}

/** Counters for one server. */
export function createWorkspaceLimits(
  options: WorkspaceLimitOptions,
  { tell, onHit }: WorkspaceLimitListeners = {},
): WorkspaceLimits {
  const limits = {
    clients: createRateLimiter({ limit: options.per_client }),
    addresses: createRateLimiter({ limit: options.per_address }),
    failures: createRateLimiter({ limit: options.failures }),
  };
  const take = (against: CountedRequest["against"], key: string, now_ms: number): Limited => {
    const wait = limits[against].take(key, now_ms);
    if (wait === undefined) {
      tell?.({ against, key });
      return ok(undefined);
    }
    onHit?.(workspaceLimitSettings[against]);
    return err(rateLimited(reasons[against], wait));
  };
  return {
    admitUnidentified: (address, now_ms) => take("addresses", networkOf(address), now_ms),
    admitFailure(address, client_id, now_ms) {
      const admitted = take("addresses", networkOf(address), now_ms);
      return admitted.ok ? take("failures", pairOf(address, client_id), now_ms) : admitted;
    },
    admitClient: (client_id, now_ms) => take("clients", client_id, now_ms),
    // By our own clock: a message that is late must not turn the window back.
    hear: ({ against, key }, now_ms) => limits[against].add(key, now_ms),
  };
}

const reasons: Readonly<Record<CountedRequest["against"], RateLimitReason>> = {
  clients: "public_api_request_rate_limit",
  addresses: "public_api_endpoint_rate_limit",
  failures: "public_api_request_blocked",
};

/** All client ids that cannot be ours share one key, so that made-up ones do not fill the memory. */
function pairOf(address: string, client_id = ""): string {
  return `${networkOf(address)} ${isUuid(client_id) ? client_id : ""}`;
}
