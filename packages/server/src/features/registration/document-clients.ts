import { type MaybePromise } from "../../maybe-promise.ts";
import type { ClientSource, FoundClient, WantedClient } from "../../context/context.ts";
import { traitsOf } from "../../oauth/profiles/profile.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeRejection, retryLater, type Rejections } from "../../oauth/rejection.ts";
import { err, ok } from "../../oauth/result.ts";
import {
  explainOutboundRejection,
  mayPass,
  type OutboundRejection,
} from "../../outbound/outbound-rejection.ts";
import type { ClientDocumentFailure } from "./client-documents.ts";
import type { RegistrationContext } from "./context.ts";
import type { RegistrationConfig } from "./settings.ts";
import {
  clientDocumentRejections,
  clientIdUrlRejections,
  isClientIdUrl,
  parseClientIdUrl,
} from "./rules/metadata-document.ts";
import { tooManyClients } from "./strangers.ts";

/** The clients that the document at their `client_id` describes. It is fetched when there is no fresh copy. */
export const documentClients: ClientSource<RegistrationContext> = { owns: isClientIdUrl, find };

/** Whether a `client_id` may be the URL of a client ID metadata document: by its setting, or by the security profile. */
export function acceptsDocuments(config: RegistrationConfig): boolean {
  const { accepts_metadata_documents } = traitsOf(config["security.profile"]);
  return config["oauth2.client_id_metadata_documents.enabled"] || accepts_metadata_documents;
}

function find(wanted: WantedClient, context: RegistrationContext): MaybePromise<FoundClient> {
  const { client_id, stored } = wanted;
  const { config, now } = context;
  if (!acceptsDocuments(config)) return ok(undefined);
  const url = parseClientIdUrl(client_id, {
    allowed: config["oauth2.client_id_metadata_documents.allowed_hosts"],
    denied: config["oauth2.client_id_metadata_documents.denied_hosts"],
  });
  if (!url.ok) return err(describeRejection(clientIdUrlRejections, url.error));
  const document = stored?.metadata_document;
  if (document !== undefined && now() < document.fresh_until) return ok(stored);
  return fetchClient(url.value, wanted, context);
}

async function fetchClient(
  url: URL,
  { client_id, address }: WantedClient,
  context: RegistrationContext,
): Promise<FoundClient> {
  const { authorization_rate, registration, now_ms, server_metrics } = context;
  const retry_after = authorization_rate(address, now_ms(), "client ID metadata documents");
  if (retry_after !== undefined) {
    server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
    const reason = "document_rate_limited";
    return err(describeRejection(documentFetchRejections, { reason, retry_after }));
  }
  const fetched = await registration.documents.fetch(url, client_id);
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
