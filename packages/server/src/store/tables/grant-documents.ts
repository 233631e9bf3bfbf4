import type { GrantSession } from "../../oauth/grant.ts";
import {
  documents,
  type Fields,
  optional,
  or,
  required,
  requiredObject,
} from "../port/documents.ts";

const consent: Fields<GrantSession["consent"]> = {
  skip: or(false),
  requested_scope: or([]),
  requested_access_token_audience: or([]),
  oidc_context: or({}),
  request_url: or(""),
  context: or({}),
  remember: or(false),
  remember_for: or(0),
  handled_at: required("number"),
};

export const grantDocuments = documents<GrantSession>({
  table: "authorization_grant",
  fields: {
    redirect_uri: optional("text"),
    code_challenge: optional("text"),
    client_epoch: required("number"),
    code_expires_at: required("number"),
    nonce: optional("text"),
    id_token_subject: required("text"),
    auth_time: required("number"),
    requested_at: required("number"),
    acr: optional("text"),
    amr: optional("list"),
    c_hash: optional("text"),
    access_token: or({}),
    id_token: or({}),
    userinfo: optional("object"),
    consent: requiredObject(consent),
  },
});
