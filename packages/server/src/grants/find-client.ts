import { acceptsClientIdMetadataDocuments } from "../config/derived.ts";
import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { Client } from "../oauth/client.ts";
import {
  clientDocumentRejections,
  clientIdUrlRejections,
  isClientIdUrl,
  parseClientIdUrl,
} from "../oauth/client/metadata-document.ts";
import { type OAuthError, tooManyClients } from "../oauth/oauth-error.ts";
import { describeRejection, type Rejections, retryLater } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { ClientDocumentFailure } from "../outbound/client-documents.ts";
import {
  explainOutboundRejection,
  mayPass,
  type OutboundRejection,
} from "../outbound/outbound-rejection.ts";

/** A client; undefined when no client has this id. The error says why the document of a client cannot be used. */
type Found = Result<Client | undefined, OAuthError>;

/** The network address of the caller, which may cause only so many fetches. */
type Caller = Pick<Request, "address">;

/**
 * The client of an authorization or token request: registered, or described by the document at its `client_id`, which is
 * fetched when there is no fresh copy.
 */
export async function findClient(
  client_id: string,
  caller: Caller,
  context: Context,
): Promise<Found> {
  const stored = await context.store.clients.find(client_id);
  const isRegistered = stored !== undefined && stored.metadata_document === undefined;
  if (isRegistered || !isClientIdUrl(client_id)) return ok(stored);
  return findByUrl(client_id, stored, caller, context);
}

async function findByUrl(
  client_id: string,
  stored: Client | undefined,
  caller: Caller,
  context: Context,
): Promise<Found> {
  const document = stored?.metadata_document;
  const { config, now } = context;
  if (!acceptsClientIdMetadataDocuments(config)) return ok(undefined);

  const url = parseClientIdUrl(client_id, {
    allowed: config["oauth2.client_id_metadata_documents.allowed_hosts"],
    denied: config["oauth2.client_id_metadata_documents.denied_hosts"],
  });
  if (!url.ok) return err(describeRejection(clientIdUrlRejections, url.error));
  if (document !== undefined && now() < document.fresh_until) return ok(stored);
  return fetchClient(url.value, client_id, caller, context);
}

async function fetchClient(
  url: URL,
  client_id: string,
  { address }: Caller,
  context: Context,
): Promise<Found> {
  const { authorization_rate, client_documents, now_ms, server_metrics } = context;
  const retry_after = authorization_rate(address, now_ms(), "client ID metadata documents");
  if (retry_after !== undefined) {
    server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
    const reason = "document_rate_limited";
    return err(describeRejection(documentFetchRejections, { reason, retry_after }));
  }
  const fetched = await client_documents.fetch(url, client_id);
  return fetched.ok ? fetched : err(describeFailure(fetched.error));
}

function describeFailure(failure: ClientDocumentFailure): OAuthError {
  switch (failure.kind) {
    case "rate_limited":
      return describeRejection(documentFetchRejections, {
        reason: "document_rate_limited",
        retry_after: failure.retry_after,
      });
    case "not_fetched":
      return describeRejection(documentFetchRejections, {
        reason: "document_not_fetched",
        rejection: failure.rejection,
      });
    case "invalid":
      return describeRejection(clientDocumentRejections, failure.rejection);
    case "full":
      return tooManyClients;
    case "deleted":
      return {
        error: "temporarily_unavailable",
        error_description: "The client was deleted while its metadata document was fetched.",
        retry_after: 1,
      };
  }
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
