import type { LogLevel, Logger } from "./log.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import type { Secret } from "./secret.ts";

/** Options of the workspace client. */
export interface WorkspaceClientOptions {
  /** API root, ending with `/v1`: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Client ID of the integration. */
  readonly clientId: string;
  /** Client secret of the integration. */
  readonly clientSecret: Secret | string;
  /** API version; `2026-03-11` by default. */
  readonly serviceVersion?: string;
  /** `User-Agent` header. */
  readonly userAgent?: string;
  /** Timeout per attempt in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Whether `revoke` and `introspect` are retried when the server is overloaded. Token requests are never retried. */
  readonly retry?: boolean | Partial<RetryPolicy>;
  /** Receives an event for every request, without secrets. */
  readonly logger?: Logger;
  /** `warn` by default. */
  readonly logLevel?: LogLevel;
  /** Response headers that may contain the request ID, in order of precedence. */
  readonly requestIdHeaders?: readonly string[];
  /** Allows http to hosts other than loopback. For test networks only. */
  readonly allowInsecureHttp?: boolean;
  /** Replaces the global `fetch`. Must not retry requests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. The server may still process the request. */
  readonly signal?: AbortSignal;
}
