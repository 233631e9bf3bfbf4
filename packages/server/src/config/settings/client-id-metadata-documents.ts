import { hostPattern } from "../address-kinds.ts";
import { lifespan } from "../duration.ts";
import { audience, boolean, list, scope } from "../kinds.ts";
import { setting } from "../setting.ts";
import { scopeOfUnknownClients } from "./registration.ts";

/** Clients whose `client_id` is the URL of their description. */
export const clientIdMetadataDocumentSettings = {
  "oauth2.client_id_metadata_documents.enabled": setting(
    boolean,
    false,
    "Accepts an https URL as client_id and fetches the description of the client from there, as MCP clients expect. The security profile mcp does so too.",
  ),
  "oauth2.client_id_metadata_documents.allowed_hosts": setting(
    list(hostPattern),
    [],
    "The only hosts that such a client_id may have; *.example.com means all below example.com. Every host when empty.",
  ),
  "oauth2.client_id_metadata_documents.denied_hosts": setting(
    list(hostPattern),
    [],
    "Hosts that such a client_id must not have, even if they are allowed.",
  ),
  "oauth2.client_id_metadata_documents.scope": setting(
    list(scope),
    scopeOfUnknownClients,
    "The scopes that such a client may request; its document can only narrow them.",
  ),
  "oauth2.client_id_metadata_documents.audience": setting(
    list(audience),
    [],
    "The audiences that such a client may request.",
  ),
  "oauth2.client_id_metadata_documents.min_cache_time": setting(
    lifespan,
    "5m",
    "How long a document is used at least before it is fetched again, whatever its Cache-Control says.",
  ),
  "oauth2.client_id_metadata_documents.max_cache_time": setting(
    lifespan,
    "24h",
    "How long a document is used at most, if its Cache-Control or Expires allows it.",
  ),
};
