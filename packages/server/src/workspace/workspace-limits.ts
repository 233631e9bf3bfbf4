import { err, ok, type Result } from "../oauth/result.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { rateLimited, type RateLimitReason } from "./refusals.ts";
import { isUuid } from "./uuid.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** Requests a minute. */
export interface WorkspaceLimitOptions {
  /** Of one integration, from wherever. */
  readonly per_client: number;
  /** From one address, whoever it says it is. */
  readonly per_address: number;
  /** Failed authentications from one address for one integration. */
  readonly failures: number;
}

/** Something that was counted, as processes tell it one another. */
export interface CountedRequest {
  readonly against: "clients" | "addresses" | "failures";
  readonly key: string;
}

/** The limits of the token, revocation and introspection endpoints. None of them uses anything up. */
export interface WorkspaceLimits {
  /** Before anything is believed: counts the request against its address, and turns away who failed too often. */
  admit(address: string, client_id: string | undefined, now_ms: number): Limited;
  /** Counts an authentication that failed. */
  countFailure(address: string, client_id: string | undefined, now_ms: number): void;
  /** Counts a request of an integration that has authenticated. */
  admitClient(client_id: string, now_ms: number): Limited;
  /** Counts what another process let through. */
  hear(counted: CountedRequest, now_ms: number): void;
}

type Limited = Result<void, WorkspaceError>;

/** What holds unless an operator says otherwise. */
export const defaultWorkspaceLimits: WorkspaceLimitOptions = {
  per_client: 180,
  per_address: 1_200,
  failures: 20,
};

/** Counters for one server. `tell` hears of everything that is counted, for the other processes of the server. */
export function createWorkspaceLimits(
  options: WorkspaceLimitOptions,
  tell: (counted: CountedRequest) => void = () => {},
): WorkspaceLimits {
  const limits = {
    clients: createRateLimiter({ limit: options.per_client }),
    addresses: createRateLimiter({ limit: options.per_address }),
    failures: createRateLimiter({ limit: options.failures }),
  };
  const take = (against: CountedRequest["against"], key: string, now_ms: number) => {
    const wait = limits[against].take(key, now_ms);
    if (wait === undefined) tell({ against, key });
    return wait;
  };
  return {
    admit(address, client_id, now_ms) {
      const wait = take("addresses", address, now_ms);
      if (wait !== undefined) return limited("public_api_endpoint_rate_limit", wait);
      const blocked = limits.failures.check(pairOf(address, client_id), now_ms);
      return limited("public_api_request_blocked", blocked);
    },
    countFailure(address, client_id, now_ms) {
      take("failures", pairOf(address, client_id), now_ms);
    },
    admitClient: (client_id, now_ms) =>
      limited("public_api_request_rate_limit", take("clients", client_id, now_ms)),
    // By our own clock: a message that is late must not turn the window back.
    hear: ({ against, key }, now_ms) => limits[against].add(key, now_ms),
  };
}

function limited(reason: RateLimitReason, wait: number | undefined): Limited {
  return wait === undefined ? ok(undefined) : err(rateLimited(reason, wait));
}

/** What is no client_id of ours is one stranger to us, so that nobody fills our memory with names. */
function pairOf(address: string, client_id = ""): string {
  return `${address} ${isUuid(client_id) ? client_id : ""}`;
}
