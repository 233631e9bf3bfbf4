import type { LogLevel, Logger } from "./log.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import type { Secret } from "./secret.ts";

/** Where the workspace API is, who calls it, and how. */
export interface WorkspaceClientOptions {
  /** The API root, which ends with `/v1`: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Who the integration says it is. */
  readonly clientId: string;
  /** What it proves itself with. */
  readonly clientSecret: Secret | string;
  /** Which version of the API is spoken, `2026-03-11` unless told. */
  readonly serviceVersion?: string;
  /** What the `User-Agent` header says. */
  readonly userAgent?: string;
  /** How long one attempt may take, 60,000 unless told. */
  readonly timeoutMs?: number;
  /** Whether `revoke` and `introspect` try again when the server is busy. Token requests never do. */
  readonly retry?: boolean | Partial<RetryPolicy>;
  /** Hears of every request, in six fields that hold no secret. */
  readonly logger?: Logger;
  /** `warn` unless told. */
  readonly logLevel?: LogLevel;
  /** Which response headers may carry the request id. The first that is present counts. */
  readonly requestIdHeaders?: readonly string[];
  /** Lets the secret travel unencrypted beyond this machine. For test networks alone. */
  readonly allowInsecureHttp?: boolean;
  /** Must not repeat a request by itself. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What one call does differently. */
export interface CallOptions {
  /** Gives up waiting, and rejects with the signal's reason. The server may have acted all the same. */
  readonly signal?: AbortSignal;
}
