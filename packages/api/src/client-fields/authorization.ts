/** What a client is authorized to get, and what its users must do for it. */

import type { ClientField } from "../client-field.ts";
import { distinct, flag, oneOf, secondsFromZero, texts } from "../values.ts";

/** The security profiles; `compatible` has no rules of its own. */
export const profileNames = [
  "compatible",
  "oauth2.1",
  "mcp",
  "fapi2",
  "fapi2-message-signing",
] as const;

export const authorizationFields = {
  access_token_strategy: {
    schema: oneOf(["opaque", "jwt"]),
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The kind of its access tokens; the server's own setting when left out.",
    kind: "choice",
    flag: { name: "access-token-strategy" },
    form: {
      label: "Access token format",
      options: [
        {
          value: "opaque",
          label: "Opaque",
          hint: "Verified by introspection; revoked immediately.",
        },
        { value: "jwt", label: "JWT", hint: "Verified offline; valid until it expires." },
      ],
    },
  },
  security_profile: {
    schema: oneOf(profileNames),
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The security profile whose rules its requests must follow; that of the server when left out.",
    kind: "choice",
    flag: { name: "security-profile" },
    form: {
      label: "Security profile",
      options: [
        { value: "compatible", hint: "What the server's settings say, and no more." },
        { value: "oauth2.1", hint: "OAuth 2.1: code flow with PKCE." },
        { value: "mcp", hint: "AI agents: OAuth 2.1 as MCP requires it." },
        {
          value: "fapi2",
          hint: "FAPI 2.0: pushed requests, keys instead of secrets, bound tokens.",
        },
        { value: "fapi2-message-signing", hint: "FAPI 2.0 with signed requests and responses." },
      ],
    },
  },
  access_token_jwt_typ: {
    schema: oneOf(["JWT", "at+jwt"]),
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The `typ` of its JWT access tokens; the server's own setting when left out. RFC 9068 defines `at+jwt`.",
    kind: "choice",
    flag: { name: "access-token-jwt-typ" },
    form: {
      label: "JWT type (typ)",
      options: [
        { value: "JWT", hint: "What most libraries expect." },
        { value: "at+jwt", hint: "RFC 9068; strict libraries require it." },
      ],
      only_if: { field: "access_token_strategy", value: "jwt" },
    },
  },
  authorization_details_types: {
    schema: distinct(texts),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The types of authorization details it may request: RFC 9396 §10.",
    kind: "list",
    flag: { name: "authorization-details-types" },
    form: {
      label: "Authorization details types",
      hint: "Registered types that it may request, one per line.",
    },
  },
  default_acr_values: {
    schema: distinct(texts),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The authentication levels (`acr`) of its requests that name none, best first.",
    kind: "list",
    flag: { name: "default-acr-values" },
    form: {
      label: "Default authentication levels",
      hint: "Values of acr, best first, one per line. They apply to requests without acr_values.",
    },
  },
  acr_values_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether a login must have one of the requested authentication levels (`acr`). Otherwise they are a preference.",
    kind: "boolean",
    flag: { name: "acr-values-required" },
    form: {
      label: "Logins must have one of the requested authentication levels",
    },
  },
  default_max_age: {
    schema: secondsFromZero,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Seconds after which a user must log in again, for its requests without `max_age`.",
    kind: "number",
    flag: { name: "default-max-age" },
  },
  skip_consent: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The consent app accepts its requests without asking the user. For clients of the operator's own; the server visits the consent app all the same.",
    kind: "boolean",
    flag: { name: "skip-consent" },
    form: { label: "Users are not asked for consent" },
  },
  skip_logout_consent: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "A logout app of yours accepts logouts that it starts without asking the user: it reads this at `/admin`. The built-in page always asks.",
    kind: "boolean",
    flag: { name: "skip-logout-consent" },
    form: { label: "Users are not asked when it logs them out" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
