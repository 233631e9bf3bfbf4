import type { MaybePromise } from "../../maybe-promise.ts";
import type { ClientSource, FoundClient, WantedClient } from "../../context/context.ts";
import { traitsOf } from "../../oauth/profiles/profile.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok } from "../../result.ts";
import { documentFetchRejections } from "./client-documents.ts";
import type { RegistrationContext } from "./context.ts";
import type { RegistrationConfig } from "./settings.ts";
import {
  clientIdUrlRejections,
  isClientIdUrl,
  parseClientIdUrl,
} from "./rules/metadata-document.ts";

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
  return registration.documents.fetch(url, client_id);
}
