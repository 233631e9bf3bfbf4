import { signingAlgorithms } from "./algorithms.ts";
import { clientAuthMethods } from "./client.ts";
import {
  anything,
  corsOrigins,
  flag,
  identifier,
  type Kind,
  link,
  object,
  oneOf,
  redirectUris,
  scope,
  secret,
  secureUri,
  text,
  texts,
  webUri,
  webUris,
} from "./client-metadata-kinds.ts";
import type { ClientMetadataRejection } from "./client-metadata-rejection.ts";
import { err, ok, type Result } from "./result.ts";

/** Every member a client may be described with, in the order in which they are looked at. */
const members = {
  client_id: identifier,
  token_endpoint_auth_method: oneOf(clientAuthMethods),
  token_endpoint_auth_signing_alg: oneOf(signingAlgorithms),
  jwks: object,
  jwks_uri: webUri,
  client_secret: secret,
  scope,
  allowed_cors_origins: corsOrigins,
  sector_identifier_uri: secureUri,
  userinfo_signed_response_alg: oneOf(["none", ...signingAlgorithms]),
  id_token_signed_response_alg: oneOf(signingAlgorithms),
  request_object_signing_alg: oneOf(["none", ...signingAlgorithms]),
  access_token_strategy: oneOf(["opaque", "jwt"]),
  access_token_jwt_typ: oneOf(["JWT", "at+jwt"]),
  redirect_uris: redirectUris,
  subject_type: text,
  post_logout_redirect_uris: texts,
  client_name: text,
  owner: text,
  client_uri: link,
  logo_uri: link,
  policy_uri: link,
  tos_uri: link,
  contacts: texts,
  grant_types: texts,
  response_types: texts,
  audience: texts,
  request_uris: webUris,
  frontchannel_logout_uri: webUri,
  frontchannel_logout_session_required: flag,
  backchannel_logout_uri: webUri,
  backchannel_logout_session_required: flag,
  metadata: anything,
} as const;

type Read<K> = K extends Kind<infer T> ? T : never;

/** What was said of a client, each member of the right kind. */
export type Members = { readonly [Name in keyof typeof members]?: Read<(typeof members)[Name]> };

/** Reads the members we know and passes over the rest. A null or an empty text says nothing, but as metadata. */
export function readMembers(body: unknown): Result<Members, ClientMetadataRejection> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return err({ reason: "body_not_an_object" });
  }
  const given = new Map<string, unknown>(Object.entries(body));
  const read: Record<string, unknown> = {};
  for (const [member, kind] of Object.entries<Kind<unknown>>(members)) {
    const value = given.get(member);
    if (value === undefined || value === null) continue;
    if (value === "" && member !== "metadata") continue;
    const result = kind(value, member);
    if (!result.ok) return result;
    read[member] = result.value;
  }
  return ok(read as Members); // each has just been through its own kind
}
