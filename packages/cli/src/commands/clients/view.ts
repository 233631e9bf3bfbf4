import type { OAuth2Client } from "@latchkey/api";

import type { View } from "../../output/format.ts";

/** Columns of the list. */
export const clientRow: View<OAuth2Client> = {
  "CLIENT ID": ({ client_id }) => client_id,
  NAME: ({ client_name }) => client_name,
  "GRANT TYPES": ({ grant_types }) => grant_types.join(",") || "authorization_code",
  SCOPE: ({ scope }) => scope,
  "REDIRECT URIS": ({ redirect_uris }) => redirect_uris.join(","),
};

/** Fields of a single client. */
export const clientPage: View<OAuth2Client> = {
  "CLIENT ID": ({ client_id }) => client_id,
  "CLIENT SECRET": ({ client_secret }) => client_secret ?? "",
  NAME: ({ client_name }) => client_name,
  "GRANT TYPES": ({ grant_types }) => grant_types.join(","),
  "RESPONSE TYPES": ({ response_types }) => response_types.join(","),
  SCOPE: ({ scope }) => scope,
  AUDIENCE: ({ audience }) => audience.join(","),
  "REDIRECT URIS": ({ redirect_uris }) => redirect_uris.join(","),
  AUTHENTICATION: ({ token_endpoint_auth_method }) => token_endpoint_auth_method,
  SUBJECTS: ({ subject_type }) => subject_type,
  CREATED: ({ created_at }) => created_at,
  UPDATED: ({ updated_at }) => updated_at,
};
