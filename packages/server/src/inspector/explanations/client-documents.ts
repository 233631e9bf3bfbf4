/** Clients whose `client_id` is the URL of their description. */

import type { Rejections } from "./explanation.ts";

const CLIENT_DOCUMENT = "draft-ietf-oauth-client-id-metadata-document §4";

/** Steps that were rejected. */
export const clientDocumentRejections = {
  client_id_url_invalid: {
    reference: "draft-ietf-oauth-client-id-metadata-document §3",
    fix: "Serve the document at an https URL with a path, and send exactly that URL as client_id.",
  },
  client_id_host_refused: {
    fix: "Change oauth2.client_id_metadata_documents.allowed_hosts or denied_hosts, or register the client.",
  },
  document_not_fetched: {
    reference: "draft-ietf-oauth-client-id-metadata-document §5",
    fix: "Serve the document with the status 200 and the Content-Type application/json, on a public address and without redirects. Its maximum size is limits.client_id_metadata_documents.bytes.",
  },
  document_rate_limited: {
    fix: "Wait a minute, or raise limits.rate.client_id_metadata_documents or limits.rate.authorizations.",
  },
  document_not_an_object: { reference: CLIENT_DOCUMENT },
  document_client_id_mismatch: {
    reference: CLIENT_DOCUMENT,
    fix: "Set client_id in the document to the URL that the client sends, character by character.",
  },
  document_has_secret: {
    reference: CLIENT_DOCUMENT,
    fix: "Remove every client_secret field, and use none or private_key_jwt.",
  },
  document_has_private_key: {
    reference: CLIENT_DOCUMENT,
    fix: "Publish the public half of a new key: the private one was readable by everyone.",
  },
  document_field_missing: {
    reference: "RFC 7591 §2",
    fix: "Add client_name and redirect_uris to the document.",
  },
  document_redirect_uris_unusable: {
    reference: "RFC 9700 §2.1",
    fix: "Add a redirect URI with https, or with http on 127.0.0.1, [::1] or localhost.",
  },
  document_choice_unsupported: {
    reference: "OpenID Connect RP Metadata Choices §3",
    fix: "Add a value that the discovery document lists.",
  },
  document_metadata_invalid: {
    reference: "RFC 7591 §2",
    fix: "Correct the field of the document.",
  },
} satisfies Rejections;
