import { metadataOptions } from "../../api/client-metadata.ts";
import type { Context } from "../../context/context.ts";
import { shareCounts } from "../../context/peers.ts";
import { prepareClientKeys } from "../../grants/prepare-keys.ts";
import { storedFlowLifespan } from "../../grants/lifespans.ts";
import { createRateLimiter } from "../../limits/rate-limiter.ts";
import { signingAlgorithms } from "../../oauth/algorithms.ts";
import type { Client, ClientMetadata } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeRejection, retryLater, type Rejections } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import {
  explainOutboundRejection,
  mayPass,
  type OutboundRejection,
} from "../../outbound/outbound-rejection.ts";
import type { RemoteDocument } from "../../outbound/outbound.ts";
import { freshnessOf } from "./freshness.ts";
import type { RegistrationMetrics } from "./metrics.ts";
import { chooseMetadata, type MetadataAbilities } from "./rules/metadata-choices.ts";
import {
  checkClientDocument,
  type ClientDocumentRejection,
  clientDocumentRejections,
  describeDocumentClient,
  documentClientAbilities,
} from "./rules/metadata-document.ts";
import { tooManyClients } from "./rules/registration-policy.ts";
import { type RegistrationConfig, STRANGERS } from "./settings.ts";
import type { SelfDescribedClients } from "./store.ts";

/** The clients that are described by the document at their `client_id`. */
export interface ClientDocuments {
  /** Fetches the document, checks it and stores the client. Concurrent calls for one URL share one request. */
  readonly fetch: (url: URL, client_id: string) => Promise<Result<Client, OAuthError>>;
}

interface DocumentTools extends Pick<
  Context,
  "keyring" | "outbound" | "server_metrics" | "now" | "now_ms" | "peers"
> {
  readonly config: RegistrationConfig;
  readonly clients: Pick<SelfDescribedClients, "storeDocument">;
  readonly outcomes: RegistrationMetrics["documents"];
}

const RATE = "limits.rate.client_id_metadata_documents";
const BYTES = "limits.client_id_metadata_documents.bytes";

/** Nothing but valid documents is stored: a failure is not cached, and only the rate for each origin limits further attempts. */
export function createClientDocuments(tools: DocumentTools): ClientDocuments {
  const { config, server_metrics, now_ms } = tools;
  const inFlight = new Map<string, Promise<Result<Client, OAuthError>>>();
  const rate = config[RATE] === 0 ? undefined : createRateLimiter({ limit: config[RATE] });
  const announce = rate && shareCounts(tools)(RATE, (key, at_ms) => rate.add(key, at_ms));
  return {
    fetch: async ({ origin }, client_id) => {
      const pending = inFlight.get(client_id);
      if (pending !== undefined) return pending;
      const retry_after = rate?.take(origin, now_ms());
      if (retry_after !== undefined) {
        server_metrics.limit_hits.with({ limit: RATE }).add();
        const reason = "document_rate_limited";
        return err(describeRejection(documentFetchRejections, { reason, retry_after }));
      }
      announce?.(origin);
      const fetched = fetchClient(client_id, tools).finally(() => inFlight.delete(client_id));
      inFlight.set(client_id, fetched);
      return fetched;
    },
  };
}

async function fetchClient(
  client_id: string,
  tools: DocumentTools,
): Promise<Result<Client, OAuthError>> {
  const { config, outbound, outcomes, server_metrics } = tools;
  const document = await outbound.getDocument(client_id, { max_bytes: config[BYTES] });
  if (!document.ok) {
    const { error: rejection } = document;
    if (rejection.reason === "too_large") server_metrics.limit_hits.with({ limit: BYTES }).add();
    outcomes.not_fetched.add();
    const reason = "document_not_fetched";
    return err(describeRejection(documentFetchRejections, { reason, rejection }));
  }
  const described = describe(document.value.value, client_id, tools);
  if (!described.ok) {
    outcomes.invalid.add();
    return err(describeRejection(clientDocumentRejections, described.error));
  }
  await prepareClientKeys(described.value, tools);
  const client = await store(client_id, described.value, document.value, tools);
  const isStored = typeof client === "object";
  outcomes[isStored ? "accepted" : "not_fetched"].add();
  if (isStored) return ok(client);
  if (client === undefined) return err(deleted);
  server_metrics.limit_hits.with({ limit: STRANGERS }).add();
  return err(tooManyClients);
}

const deleted: OAuthError = {
  error: "temporarily_unavailable",
  error_description: "The client was deleted while its metadata document was fetched.",
  retry_after: 1,
};

function describe(
  document: unknown,
  client_id: string,
  tools: DocumentTools,
): Result<ClientMetadata, ClientDocumentRejection> {
  const { config } = tools;
  const checked = checkClientDocument(document, client_id);
  if (!checked.ok) return checked;
  const subjectTypes = config["oidc.subject_identifiers.supported_types"];
  const hasKeys = "jwks" in checked.value || "jwks_uri" in checked.value;
  const chosen = chooseMetadata(checked.value, abilitiesFor(hasKeys, subjectTypes));
  if (!chosen.ok) return err({ reason: "document_choice_unsupported", field: chosen.error.field });
  return describeDocumentClient(chosen.value, client_id, {
    allowed_scope: config["oauth2.client_id_metadata_documents.scope"],
    allowed_audience: config["oauth2.client_id_metadata_documents.audience"],
    scope_strategy: config["strategies.scope"],
    ...metadataOptions("self_described", tools),
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
  { clients, config, now }: DocumentTools,
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
  // A flow of the client may still be under way.
  const expiresAt = fresh_until + storedFlowLifespan(config);
  return clients.storeDocument(client, expiresAt, config[STRANGERS] || undefined);
}

interface NotFetched {
  readonly rejection: OutboundRejection;
}

/** Why a document cannot be had. The host is named for operators only: the error may be shown on a page of this server. */
export const documentFetchRejections = {
  document_not_fetched: {
    error: ({ rejection }: NotFetched) =>
      mayPass(rejection) ? "temporarily_unavailable" : "invalid_client",
    description: ({ rejection }: NotFetched) =>
      `The client metadata document at the client_id could not be fetched. ${explain(rejection)}`,
    debug: ({ rejection }: NotFetched) => explainOutboundRejection(rejection),
    retry_after: ({ rejection }: NotFetched) => (mayPass(rejection) ? 5 : undefined),
    reference: "draft-ietf-oauth-client-id-metadata-document §5",
    fix: "Serve the document with the status 200 and the Content-Type application/json, on a public address and without redirects. Its maximum size is limits.client_id_metadata_documents.bytes.",
  },
  document_rate_limited: {
    error: "too_many_requests",
    description: "Too many client metadata documents were fetched. Try again later.",
    ...retryLater,
    fix: "Wait a minute, or raise limits.rate.client_id_metadata_documents or limits.rate.authorizations.",
  },
} satisfies Rejections;

function explain(rejection: OutboundRejection): string {
  const { reason } = rejection;
  if (reason === "address_refused") return "Its host is not on the public internet.";
  if (reason === "unreachable") return "Its host could not be reached.";
  return explainOutboundRejection(rejection);
}
