import { checkJwks } from "../../crypto/parse-jwk.ts";
import { createRateLimiter } from "../../limits/rate-limiter.ts";
import { offeredAlgorithms, signingAlgorithms } from "../../oauth/algorithms.ts";
import type { Client, ClientMetadata } from "../../oauth/client.ts";
import {
  checkClientDocument,
  type ClientDocumentRejection,
  describeDocumentClient,
  documentClientAbilities,
} from "./rules/metadata-document.ts";
import { err, ok, type Result } from "../../oauth/result.ts";
import { chooseMetadata, type MetadataAbilities } from "./rules/metadata-choices.ts";
import type { ServerMetrics } from "../../telemetry/server-metrics.ts";
import type { RegistrationMetrics } from "./metrics.ts";
import { type RegistrationConfig, STRANGERS } from "./settings.ts";
import type { SelfDescribedClients } from "./store.ts";
import { freshnessOf } from "./freshness.ts";
import type { OutboundRejection } from "../../outbound/outbound-rejection.ts";
import { explainRefusedUrl, type Outbound, type RemoteDocument } from "../../outbound/outbound.ts";

/** Why the client of a document is not available. */
export type ClientDocumentFailure =
  | { readonly kind: "rate_limited"; readonly retry_after: number }
  | { readonly kind: "not_fetched"; readonly rejection: OutboundRejection }
  | { readonly kind: "invalid"; readonly rejection: ClientDocumentRejection }
  /** The client was deleted while its document was fetched. */
  | { readonly kind: "deleted" }
  /** As many clients of strangers are stored as may be. */
  | { readonly kind: "full" };

/** The clients that are described by the document at their `client_id`. */
export interface ClientDocuments {
  /** Fetches the document, checks it and stores the client. Concurrent calls for one URL share one request. */
  readonly fetch: (url: URL, client_id: string) => Promise<Result<Client, ClientDocumentFailure>>;
}

interface ClientDocumentOptions {
  readonly config: RegistrationConfig;
  readonly outbound: Pick<Outbound, "getDocument" | "checkUrl">;
  readonly clients: Pick<SelfDescribedClients, "storeDocument">;
  /** Creates the keys of the algorithms that a client names, before it is stored. */
  readonly prepareKeys: (client: ClientMetadata) => Promise<void>;
  readonly server_metrics: Pick<ServerMetrics, "limit_hits">;
  readonly outcomes: RegistrationMetrics["documents"];
  /** Seconds that an unused client is stored beyond the time for which its document is fresh. */
  readonly kept_for: number;
  readonly now: () => number;
  readonly now_ms: () => number;
}

const RATE = "limits.rate.client_id_metadata_documents";
const BYTES = "limits.client_id_metadata_documents.bytes";

/** Nothing but valid documents is stored: a failure is not cached, and only the rate for each origin limits further attempts. */
export function createClientDocuments(options: ClientDocumentOptions): ClientDocuments {
  const { config, outbound, server_metrics, now_ms } = options;
  const in_flight = new Map<string, Promise<Result<Client, ClientDocumentFailure>>>();
  const rate = config[RATE] === 0 ? undefined : createRateLimiter({ limit: config[RATE] });

  const fetchClient = async (client_id: string): Promise<Result<Client, ClientDocumentFailure>> => {
    const document = await outbound.getDocument(client_id, { max_bytes: config[BYTES] });
    if (!document.ok) {
      if (document.error.reason === "too_large")
        server_metrics.limit_hits.with({ limit: BYTES }).add();
      return err({ kind: "not_fetched", rejection: document.error });
    }
    const described = describe(document.value.value, client_id, options);
    if (!described.ok) return err({ kind: "invalid", rejection: described.error });
    await options.prepareKeys(described.value);
    const client = await store(client_id, described.value, document.value, options);
    if (client !== "full") return client === undefined ? err({ kind: "deleted" }) : ok(client);
    server_metrics.limit_hits.with({ limit: STRANGERS }).add();
    return err({ kind: "full" });
  };

  const fetchAndCount = async (client_id: string) => {
    const fetched = await fetchClient(client_id);
    options.outcomes[fetched.ok ? "accepted" : outcomeOf[fetched.error.kind]].add();
    return fetched;
  };

  return {
    fetch: async ({ origin }, client_id) => {
      const pending = in_flight.get(client_id);
      if (pending !== undefined) return pending;
      const retry_after = rate?.take(origin, now_ms());
      if (retry_after !== undefined) {
        server_metrics.limit_hits.with({ limit: RATE }).add();
        return err({ kind: "rate_limited", retry_after });
      }
      const fetched = fetchAndCount(client_id).finally(() => in_flight.delete(client_id));
      in_flight.set(client_id, fetched);
      return fetched;
    },
  };
}

const outcomeOf = {
  rate_limited: "not_fetched",
  not_fetched: "not_fetched",
  invalid: "invalid",
  deleted: "not_fetched",
  full: "not_fetched",
} as const;

function describe(
  document: unknown,
  client_id: string,
  { config, outbound }: ClientDocumentOptions,
): Result<ClientMetadata, ClientDocumentRejection> {
  const checked = checkClientDocument(document, client_id);
  if (!checked.ok) return checked;
  const subject_types = config["oidc.subject_identifiers.supported_types"];
  const hasKeys = "jwks" in checked.value || "jwks_uri" in checked.value;
  const chosen = chooseMetadata(checked.value, abilitiesFor(hasKeys, subject_types));
  if (!chosen.ok) return err({ reason: "document_choice_unsupported", field: chosen.error.field });
  return describeDocumentClient(chosen.value, client_id, {
    allowed_scope: config["oauth2.client_id_metadata_documents.scope"],
    allowed_audience: config["oauth2.client_id_metadata_documents.audience"],
    scope_strategy: config["strategies.scope"],
    subject_types,
    access_token_strategy: config["strategies.access_token"],
    signing_algorithms: offeredAlgorithms(config["oidc.ml_dsa.enabled"]),
    accepts_encryption: config["oidc.encryption.enabled"],
    checkJwks,
    explainRefusedUrl: (url) => explainRefusedUrl(url, outbound),
  });
}

/** A client does not learn what was chosen, so the algorithm of its assertions is left to it: any supported one is accepted. */
function abilitiesFor(hasKeys: boolean, subject_types: readonly string[]): MetadataAbilities {
  return {
    ...documentClientAbilities,
    subject_type: subject_types,
    token_endpoint_auth_method: hasKeys ? ["private_key_jwt", "none"] : ["none", "private_key_jwt"],
    id_token_signed_response_alg: signingAlgorithms,
    userinfo_signed_response_alg: ["none", ...signingAlgorithms],
  };
}

function store(
  client_id: string,
  metadata: ClientMetadata,
  { headers }: RemoteDocument,
  { clients, config, kept_for, now }: ClientDocumentOptions,
): Promise<Client | "full" | undefined> {
  const shortest = config["oauth2.client_id_metadata_documents.min_cache_time"];
  const longest = config["oauth2.client_id_metadata_documents.max_cache_time"];
  const at = now();
  const fresh_until = at + Math.max(shortest, Math.min(longest, freshnessOf(headers)));
  const client = {
    ...metadata,
    client_id,
    client_secret_hash: undefined,
    metadata_document: { fresh_until },
    created_at: at,
    updated_at: at,
  };
  return clients.storeDocument(client, fresh_until + kept_for, config[STRANGERS] || undefined);
}
