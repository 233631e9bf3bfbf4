import { undescribed } from "../../oauth/client-metadata.ts";
import type { NewClient } from "../../oauth/client.ts";
import { anyOr, documents, optional, or, orAll, required } from "../port/documents.ts";

/** What of a client is kept as one document, because no query asks for its parts. */
export type ClientDocument = Omit<NewClient, "client_id" | "client_secret_hash">;

export const clientDocuments = documents<ClientDocument>({
  table: "client",
  fields: {
    ...orAll(undescribed),
    scope: or([]),
    subject_type: or("public"),
    metadata: anyOr({}),
    sector_identifier_uri: optional("text"),
    jwks_uri: optional("text"),
    jwks: optional("object"),
    token_endpoint_auth_signing_alg: optional("text"),
    request_object_signing_alg: optional("text"),
    id_token_signed_response_alg: optional("text"),
    access_token_strategy: optional("text"),
    access_token_jwt_typ: optional("text"),
    frontchannel_logout_uri: optional("text"),
    backchannel_logout_uri: optional("text"),
    previous_secret: optional("object"),
    created_at: required("number"),
    updated_at: required("number"),
  },
});
