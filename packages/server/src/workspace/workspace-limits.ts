import { err, ok, type Result } from "../oauth/result.ts";
import { createRateLimit } from "./rate-limit.ts";
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

/** The limits of the token, revocation and introspection endpoints. None of them uses anything up. */
export interface WorkspaceLimits {
  /** Before anything is believed: counts the request against its address, and turns away who failed too often. */
  admit(address: string, client_id: string | undefined, now_ms: number): Limited;
  /** Counts an authentication that failed. */
  countFailure(address: string, client_id: string | undefined, now_ms: number): void;
  /** Counts a request of an integration that has authenticated. */
  admitClient(client_id: string, now_ms: number): Limited;
}

type Limited = Result<void, WorkspaceError>;

/** What holds unless an operator says otherwise. */
export const defaultWorkspaceLimits: WorkspaceLimitOptions = {
  per_client: 180,
  per_address: 1_200,
  failures: 20,
};

/** Counters for one server. Each process counts for itself. */
export function createWorkspaceLimits(options: WorkspaceLimitOptions): WorkspaceLimits {
  const clients = createRateLimit({ limit: options.per_client });
  const addresses = createRateLimit({ limit: options.per_address });
  const failures = createRateLimit({ limit: options.failures });
  return {
    admit(address, client_id, now_ms) {
      const wait = addresses.take(address, now_ms);
      if (wait !== undefined) return limited("public_api_endpoint_rate_limit", wait);
      const blocked = failures.check(pairOf(address, client_id), now_ms);
      return limited("public_api_request_blocked", blocked);
    },
    countFailure(address, client_id, now_ms) {
      failures.take(pairOf(address, client_id), now_ms);
    },
    admitClient: (client_id, now_ms) =>
      limited("public_api_request_rate_limit", clients.take(client_id, now_ms)),
  };
}

function limited(reason: RateLimitReason, wait: number | undefined): Limited {
  return wait === undefined ? ok(undefined) : err(rateLimited(reason, wait));
}

/** What is no client_id of ours is one stranger to us, so that nobody fills our memory with names. */
function pairOf(address: string, client_id = ""): string {
  return `${address} ${isUuid(client_id) ? client_id : ""}`;
}
