/** Identity providers: other servers with which users sign in on the built-in pages. */

import * as v from "valibot";
import { isSingleScope, webUri } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import {
  distinct,
  flag,
  ignoredTimestamp,
  isObject,
  type JsonObject,
  label,
  limit,
  listOf,
  oneOf,
  shortText,
  stringOf,
  textWhere,
  timestamp,
} from "../values.ts";
import { identityProviderPresets } from "./presets.ts";

/** The id is a segment of the redirect URI, and part of what is stored about users. */
const ID = "1 to 40 lower-case letters, digits and dashes, with no dash at either end";
const id = textWhere((text) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(text), ID);

const presets = oneOf([...Object.keys(identityProviderPresets), "custom"]);

const SCOPES = "a list of at most 50 scopes";
const scope = v.pipe(
  distinct(listOf(v.pipe(stringOf(255, SCOPES), v.check(isSingleScope, SCOPES)), SCOPES)),
  limit<readonly string[]>((entries) => entries.length <= 50, SCOPES),
);

const DOMAINS = "a list of at most 100 domains such as example.com";
const domains = v.pipe(
  distinct(
    listOf(
      v.pipe(
        stringOf(253, DOMAINS),
        v.trim(),
        v.toLowerCase(),
        v.check((text) => /^[^@\s/]+\.[^@\s/.]+$/.test(text), DOMAINS),
      ),
      DOMAINS,
    ),
  ),
  limit<readonly string[]>((entries) => entries.length <= 100, DOMAINS),
);

const STRINGS = "a JSON object of at most 100 names, each with a string of at most 255 characters";

/** Names and values of the operator, all of them strings. */
const strings = v.pipe(
  v.custom<Readonly<Record<string, string>>>(isStrings, STRINGS),
  v.metadata({ type: "object", additionalProperties: { type: "string" } }),
);

function isStrings(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= 100 && entries.flat().every(isShort);
}

function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

function isShort(text: unknown): boolean {
  return (
    typeof text === "string" &&
    text.length > 0 &&
    text.length <= 255 &&
    text.isWellFormed() &&
    !text.includes("\0")
  );
}

/** When a user who is new here gets an account. */
export const accountCreationRules = ["never", "always", "verified_email_domain"] as const;

const authMethods = ["client_secret_basic", "client_secret_post", "none"] as const;

/** What requests and responses have in common, all of it optional. */
const fields = {
  preset: optional(
    presets,
    "What fills in fields that are not given, and chooses the mark on the button: `google`, `microsoft`, `apple`, `github`, `gitlab`, or `custom`, the default.",
  ),
  name: optional(label, "The name on the button: “Sign in with …”."),
  enabled: optional(flag, "Whether users can sign in with it. True by default."),
  issuer: optional(
    webUri,
    "The issuer of an OpenID provider, whose endpoints are discovered. Left out for a provider with OAuth 2.0 alone.",
  ),
  client_id: optional(shortText, "The client as which this server is registered at the provider."),
  token_endpoint_auth_method: optional(
    oneOf(authMethods),
    "How this server authenticates there. `client_secret_basic` by default.",
  ),
  apple_team_id: optional(
    label,
    "For Apple: the team. The `client_secret` is then the private key (PEM), of which the server makes the secret of each request.",
  ),
  apple_key_id: optional(label, "For Apple: the id of the private key."),
  scope: optional(scope, "The scope to request. `openid profile email` by default."),
  authorization_parameters: optional(
    strings,
    "Further parameters of the authorization request, such as `access_type` of Google. None can replace one that the server sends.",
  ),
  response_mode: optional(
    oneOf(["query", "form_post"]),
    "How the provider returns the user. `query` by default.",
  ),
  authorization_endpoint: optional(webUri, "Without an `issuer`: where users sign in."),
  token_endpoint: optional(webUri, "Without an `issuer`: where codes are exchanged."),
  userinfo_endpoint: optional(webUri, "Without an `issuer`: where the user is described, as JSON."),
  emails_endpoint: optional(
    webUri,
    "Without an `issuer`: where the addresses of the user are listed, as GitHub does. The primary one that is verified is taken.",
  ),
  subject_claim: optional(
    label,
    "Without an `issuer`: the field of the userinfo that identifies the user and never changes. `sub` by default.",
  ),
  claims: optional(
    strings,
    "Which of the provider's claims a new account gets: the name of our claim, and of theirs, with dots between the names of nested objects. The standard claims under their own names by default.",
  ),
  groups_claim: optional(label, "Their claim that lists the groups of the user."),
  groups: optional(
    strings,
    "Their groups, and ours for each. Only these are taken over, at every sign-in: the user gets those of them that they have there, and loses the others of this list.",
  ),
  create_accounts: optional(
    oneOf(accountCreationRules),
    "When a user who is new here gets an account: `never` (the default), `always`, or `verified_email_domain`: with a verified address of one of the `email_domains`.",
  ),
  email_domains: optional(domains, "The domains of `verified_email_domain`."),
  trust_email_verified: optional(
    flag,
    "Whether `email_verified` of the provider is believed. True by default.",
  ),
  trust_amr: optional(
    flag,
    "Whether `amr` of the provider counts as how the user signed in here, so that its second factor is one here. False by default.",
  ),
  sign_out: optional(
    flag,
    "Whether signing out here also signs out at the provider, if the user had signed in with it. False by default.",
  ),
  keep_tokens: optional(
    flag,
    "Whether the provider's tokens are kept, encrypted, for clients with the right to them: `vault_providers`. False by default. A change to false removes those that are kept.",
  ),
};

export const identityProvider = named(
  "IdentityProvider",
  "Another server with which users sign in on the built-in pages. Its secret is never returned.",
  v.object({
    id: required(v.string(), "Its id, a segment of the redirect URI. It never changes."),
    ...fields,
    preset: required(v.string(), "What filled in its fields, and chooses the mark on the button."),
    name: required(v.string(), "The name on the button."),
    enabled: required(v.boolean(), "Whether users can sign in with it."),
    client_id: required(v.string(), "The client as which this server is registered there."),
    has_client_secret: required(v.boolean(), "Whether a secret, or a private key, is stored."),
    redirect_uri: required(v.string(), "The redirect URI to register at the provider."),
    post_logout_redirect_uri: required(
      v.string(),
      "The URI to register there for `sign_out`, if the provider wants one.",
    ),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it was changed last."),
    problem: optional(
      v.string(),
      "In the response to a creation or update: why users cannot sign in with it now, where its discovery document or an endpoint cannot be reached. It is stored all the same.",
    ),
  }),
);

export interface IdentityProvider extends ValueOf<typeof identityProvider> {}

export const identityProviderInput = named(
  "IdentityProviderInput",
  "What create and update take. Create requires `id` and `client_id`, and `issuer` or the endpoints where the preset has none; an update leaves alone what is not given.",
  requestObject({
    id: optional(id, "Its id, a segment of the redirect URI. An update may repeat it."),
    ...fields,
    client_secret: optional(
      shortText,
      "The secret of the client at the provider; for Apple the private key (PEM). It is stored encrypted. An empty one removes it.",
    ),
    has_client_secret: optional(flag, "Ignored, so that a record can be sent back."),
    redirect_uri: optional(shortText, "Ignored, so that a record can be sent back."),
    post_logout_redirect_uri: optional(shortText, "Ignored, so that a record can be sent back."),
    created_at: optional(ignoredTimestamp, "Ignored, so that a record can be sent back."),
    updated_at: optional(ignoredTimestamp, "Ignored, so that a record can be sent back."),
    problem: optional(shortText, "Ignored, so that a record can be sent back."),
  }),
  {
    id: "google",
    preset: "google",
    client_id: "1234567890-abc.apps.googleusercontent.com",
    client_secret: "GOCSPX-secret",
    create_accounts: "verified_email_domain",
    email_domains: ["example.com"],
  },
);

export interface IdentityProviderInput extends ValueOf<typeof identityProviderInput> {}
