import type { Config } from "../config/settings.ts";
import type { Authorities } from "../crypto/binding/certificate.ts";
import type { SecretVerifier } from "../crypto/client-secret.ts";
import type { HashQueue } from "../crypto/hash-queue.ts";
import type { Signer } from "../crypto/signer.ts";
import type { Keyring } from "./keyring.ts";
import type { AddressRateLimit } from "../limits/address-rate-limit.ts";
import type { ConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Client } from "../oauth/client.ts";
import type { ClientDocuments } from "../outbound/client-documents.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { RemoteJwks } from "../outbound/remote-jwks.ts";
import type { Signal } from "./signal.ts";
import type { Inspector } from "../inspector/inspector.ts";
import type { Reading } from "../inspector/read-observed-request.ts";
import type { Peers } from "./peers.ts";
import type { Store } from "../store/port/store.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import type { WorkspaceLimits } from "../workspace/workspace-limits.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { OutageLog } from "../telemetry/outage-log.ts";
import type { Tracer } from "../telemetry/tracer.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { MaybePromise } from "../maybe-promise.ts";

/** The dependencies of an endpoint. */
export interface Context {
  readonly config: Config;
  /** The URL of the admin listener, if it may be published. */
  readonly admin_url: string | undefined;
  readonly store: Store;
  readonly keyring: Keyring;
  /** Signs codes, tokens, challenges and verifiers, and verifies them. */
  readonly signer: Signer;
  /** The same for cookies. */
  readonly cookie_signer: Signer;
  /** The authorities that a client certificate from a header must be of; undefined when there are none. */
  readonly authorities?: Authorities | undefined;
  readonly verifySecret: SecretVerifier;
  /** The queue of password checks. Client secrets have a separate one. */
  readonly password_queue: HashQueue;
  readonly outbound: Outbound;
  readonly remote_jwks: RemoteJwks;
  readonly client_documents: ClientDocuments;
  readonly log: Log;
  /** Logs that the database is unavailable, and for how long. */
  readonly outages: OutageLog;
  readonly metrics: Metrics;
  readonly server_metrics: ServerMetrics;
  readonly inspector: Inspector<Reading>;
  /** Undefined unless tracing is configured. */
  readonly tracer?: Tracer;
  /** The other processes of this server. */
  readonly peers: Peers;
  /** Limits the authorizations and logouts that an address may start. */
  readonly authorization_rate: AddressRateLimit;
  /** Limits the authorization requests that a client may push. */
  readonly pushed_request_rate: AddressRateLimit;
  /** Limits the clients that an address may register without an initial access token. */
  readonly registration_rate: AddressRateLimit;
  /** Limits the token requests that wait for token hooks. */
  readonly token_hook_limit: ConcurrencyLimit;
  /** The keys of the issuers whose software statements are trusted, by issuer. */
  readonly statement_issuers: ReadonlyMap<string, Pick<Client, "jwks" | "jwks_uri">>;
  /** The rate limits of integrations. */
  readonly workspace_limits: WorkspaceLimits;
  /** Notified when a back-channel logout, a webhook or a backchannel notification is due, so that it need not wait for the interval. */
  readonly deliveries_due: Signal;
  /** Whether the server is stopping and serves requests only until proxies have switched to another server. */
  readonly isDraining: () => boolean;
  /** Resolves after a delay. */
  readonly pause: (ms: number) => Promise<void>;
  /** Unix seconds. */
  readonly now: () => number;
  /** The same clock in milliseconds. */
  readonly now_ms: () => number;
}

/** A function from a request to a response. Everything else that it uses is in the context. */
export type Endpoint = (request: Request, context: Context) => MaybePromise<Response>;
