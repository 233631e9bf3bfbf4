/** What a client is called, what it may ask for, and where its users come back to. */

import type { ClientField } from "../client-field.ts";
import { isRedirectUri } from "../uri.ts";
import { integer, isScope, shortText, texts, textsWhere, textWhere } from "../values.ts";

/** RFC 7523 §2.1. */
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** OpenID CIBA Core §4. */
const CIBA = "urn:openid:params:grant-type:ciba";
/** RFC 8693 §2.1. */
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

export const generalFields = {
  client_id: {
    // Other servers' ids can be imported, so this is wider than RFC 6749 §A.1. URL parsers remove "." and ".." from a path.
    schema: textWhere(
      (id) => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u.test(id) && id !== "." && id !== "..",
      "1 to 255 printable characters, and neither '.' nor '..', which URLs lose",
    ),
    set_by: "caller",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Identifies the client; generated when left out.",
    kind: "text",
  },
  client_name: {
    schema: shortText,
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The name that users read, on the consent page for example.",
    kind: "text",
    flag: { name: "name", short: "n" },
    form: { label: "Name", group: "general" },
  },
  client_secret: {
    schema: textWhere(
      ({ length }) => length >= 6 && length <= 1024,
      "a string of 6 to 1024 characters; leave it out to have one generated",
    ),
    set_by: "caller",
    registrant: "reads",
    visible_to: "setter",
    shown: "when_set",
    since: "0.1.0",
    description:
      "The client's secret. Returned only to the request that set it or had it generated.",
    kind: "text",
    flag: { name: "secret" },
  },
  client_secret_expires_at: {
    schema: integer,
    default: 0,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Always 0: secrets do not expire.",
    kind: "text",
  },
  redirect_uris: {
    schema: textsWhere(
      isRedirectUri,
      "absolute, in ASCII, without a fragment, and not a javascript, data or vbscript URI",
    ),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Where browsers may be sent with an authorization response.",
    kind: "list",
    flag: { name: "callbacks", short: "c" },
    form: {
      label: "Redirect URIs",
      group: "general",
      hint: "One per line. The redirect_uri of a request has to match one of them exactly.",
    },
  },
  grant_types: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The grants by which it gets tokens; empty means `authorization_code`.",
    kind: "list",
    flag: {
      name: "grant-types",
      short: "g",
      default: "authorization_code",
      values: [
        "authorization_code",
        "client_credentials",
        "implicit",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
        CIBA,
        JWT_BEARER,
        TOKEN_EXCHANGE,
      ],
      separator: /\s*,\s*/,
    },
    form: {
      label: "Grant types",
      group: "general",
      options: [
        { value: "authorization_code", hint: "Users sign in." },
        { value: "refresh_token", hint: "Access continues while the user is away." },
        {
          value: "urn:ietf:params:oauth:grant-type:device_code",
          hint: "Televisions, consoles and command lines: users enter a code elsewhere.",
        },
        {
          value: CIBA,
          label: "ciba",
          hint: "Users answer on another device, where they are asked.",
        },
        { value: "client_credentials", hint: "It acts for itself." },
        { value: "implicit", hint: "Tokens in the URL; for legacy apps only." },
        { value: JWT_BEARER, label: "jwt-bearer", hint: "With a JWT of a trusted issuer." },
        { value: TOKEN_EXCHANGE, label: "token-exchange", hint: "It acts for others." },
      ],
    },
  },
  response_types: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "What it may ask the authorization endpoint for; empty means `code`. An entry may be a combination, such as `code id_token`.",
    kind: "list",
    flag: {
      name: "response-types",
      short: "r",
      default: "code",
      values: ["code", "id_token", "token"],
      separator: /[\s,]+/,
    },
  },
  scope: {
    schema: textWhere(
      isScope,
      "words of ASCII letters, digits and punctuation, without quotes or backslashes, with spaces between",
    ),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The scopes it may ask for. Space-separated.",
    kind: "words",
    flag: { name: "scope", short: "a" },
    form: {
      label: "Scope",
      group: "general",
      hint: "The scopes it may request, separated by spaces.",
    },
  },
  audience: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The audiences its access tokens may have.",
    kind: "list",
    flag: { name: "audience" },
    form: {
      label: "Audience",
      group: "tokens",
      hint: "The APIs its access tokens may be for, one per line.",
    },
  },
  owner: {
    schema: shortText,
    default: "",
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Who is responsible for it; for your records.",
    kind: "text",
    flag: { name: "owner" },
    form: { label: "Owner", group: "general" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
