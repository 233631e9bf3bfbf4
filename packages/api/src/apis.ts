/** APIs that access tokens are for: what RFC 6749 calls resource servers. */

import * as v from "valibot";
import { isResourceUri } from "./uri.ts";
import { signingAlgorithms } from "./algorithms.ts";
import { displayTexts, scopeTexts } from "./display-texts.ts";
import { lifespan, scopes, uuid } from "./formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import {
  distinct,
  flag,
  ignoredTimestamp,
  label,
  list,
  oneOf,
  openOneOf,
  texts,
  textWhere,
  timestamp,
} from "./values.ts";

/** The forms an access token can have. */
export const accessTokenFormats = ["opaque", "jwt"] as const;

/** The `typ` headers a JWT access token can have. */
export const accessTokenTypes = ["at+jwt", "JWT"] as const;

const identifier = v.pipe(
  textWhere(isResourceUri, "an absolute URI without a fragment, spaces or a user name"),
  v.metadata({ format: "uri" }),
);

const descriptions = {
  id: "Identifies the record. A UUID.",
  identifier:
    "The URI that clients send as `resource`, and the `aud` of the tokens: RFC 8707 §2. It cannot be changed.",
  name: "What operators call it.",
  enabled:
    "False: it is disabled. Its tokens are inactive and none are issued, until it is enabled again; nothing is deleted.",
  scopes:
    "The scopes it has. A token for this API alone has no other scopes; without any here, tokens keep the scopes that were granted.",
  texts: "What users read about the API, by language.",
  scope_texts: "What users read about its scopes, by scope and language.",
  access_token_format: "The form of tokens for this API alone; that of the client when left out.",
  access_token_lifespan:
    "How long tokens for this API are valid at most, such as `10m`; as long as the client's when left out.",
  access_token_signing_alg: "The algorithm of its JWTs; the server's own when left out.",
  access_token_jwt_typ: "The `typ` of its JWTs: `at+jwt` is that of RFC 9068.",
  allow_any_client:
    "Whether every client may request it. Otherwise only clients that have it in their `audience`.",
  consent_required:
    "Whether users are asked before a client gets a token for it. Without, clients that have it in their `audience` get its scopes without asking.",
  introspection_clients:
    "The ids of the clients that may introspect its tokens at the public listener: the API itself.",
  created_at: "When it was created, in RFC 3339.",
  updated_at: "When it was last changed, in RFC 3339.",
} as const;

export const api = named(
  "Api",
  "An API that access tokens are for, with the form of its tokens.",
  v.object({
    id: required(v.string(), descriptions.id),
    identifier: required(v.string(), descriptions.identifier),
    name: required(v.string(), descriptions.name),
    enabled: optional(v.boolean(), `${descriptions.enabled} Not there where it is enabled.`),
    scopes: required(list(v.string()), descriptions.scopes),
    texts: optional(displayTexts, descriptions.texts),
    scope_texts: optional(scopeTexts, descriptions.scope_texts),
    access_token_format: optional(v.picklist(accessTokenFormats), descriptions.access_token_format),
    access_token_lifespan: optional(v.string(), descriptions.access_token_lifespan),
    access_token_signing_alg: optional(v.string(), descriptions.access_token_signing_alg),
    access_token_jwt_typ: required(v.picklist(accessTokenTypes), descriptions.access_token_jwt_typ),
    allow_any_client: required(v.boolean(), descriptions.allow_any_client),
    consent_required: required(v.boolean(), descriptions.consent_required),
    introspection_clients: required(list(v.string()), descriptions.introspection_clients),
    created_at: required(timestamp, descriptions.created_at),
    updated_at: required(timestamp, descriptions.updated_at),
  }),
);

export interface Api extends ValueOf<typeof api> {}

export const apiInput = named(
  "ApiInput",
  "What create and update take. An update replaces the whole record: what is left out has its default.",
  requestObject({
    id: optional(uuid, "Chosen by the server unless given; an update may repeat it."),
    identifier: optional(identifier, `${descriptions.identifier} Create requires it.`),
    name: optional(label, `${descriptions.name} The identifier when left out.`),
    enabled: optional(flag, `${descriptions.enabled} Left out, it stays as it is.`),
    scopes: optional(scopes, descriptions.scopes),
    texts: optional(displayTexts, descriptions.texts),
    scope_texts: optional(scopeTexts, descriptions.scope_texts),
    access_token_format: optional(oneOf(accessTokenFormats), descriptions.access_token_format),
    access_token_lifespan: optional(lifespan, descriptions.access_token_lifespan),
    access_token_signing_alg: optional(
      openOneOf(signingAlgorithms),
      descriptions.access_token_signing_alg,
    ),
    access_token_jwt_typ: optional(oneOf(accessTokenTypes), descriptions.access_token_jwt_typ),
    allow_any_client: optional(flag, `${descriptions.allow_any_client} \`false\` by default.`),
    consent_required: optional(flag, `${descriptions.consent_required} \`true\` by default.`),
    introspection_clients: optional(distinct(texts), descriptions.introspection_clients),
    created_at: optional(ignoredTimestamp, "Set by the server; ignored."),
    updated_at: optional(ignoredTimestamp, "Set by the server; ignored."),
  }),
  {
    identifier: "https://api.photos.example",
    name: "Photos API",
    scopes: ["photos.read", "photos.write"],
    texts: { en: { title: "Photos", description: "Your albums and the photos in them." } },
    scope_texts: {
      "photos.read": { en: { title: "See your photos" }, de: { title: "Ihre Fotos ansehen" } },
    },
    access_token_format: "jwt",
    access_token_lifespan: "10m",
    access_token_signing_alg: "ES256",
    introspection_clients: ["photos-api"],
  },
);

export interface ApiInput extends ValueOf<typeof apiInput> {}
