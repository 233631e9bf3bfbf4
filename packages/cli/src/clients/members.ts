import type { OAuth2ClientInput } from "@latchkey/api";

import { type Arguments, type Options, UsageError } from "../command.ts";
import { isSaid, listOf, textOf } from "../flags.ts";

type Kind = "text" | "list" | "words" | "boolean" | "json";

interface Flag {
  readonly member: keyof OAuth2ClientInput;
  readonly kind: Kind;
  readonly short?: string;
  readonly default?: string;
  readonly values?: readonly string[];
  readonly summary: string;
}

/** Every flag that describes a client, and the member it fills. */
const described: Readonly<Record<string, Flag>> = {
  secret: {
    member: "client_secret",
    kind: "text",
    summary: "A secret of your own; the server makes one otherwise.",
  },
  name: {
    member: "client_name",
    kind: "text",
    short: "n",
    summary: "What people see on the consent page.",
  },
  callbacks: {
    member: "redirect_uris",
    kind: "list",
    short: "c",
    summary: "Redirect URIs, joined by commas or repeated.",
  },
  "grant-types": {
    member: "grant_types",
    kind: "list",
    short: "g",
    default: "authorization_code",
    summary: "The grants it may use.",
  },
  "response-types": {
    member: "response_types",
    kind: "list",
    short: "r",
    default: "code",
    summary: "What it may ask the authorization endpoint for.",
  },
  scope: { member: "scope", kind: "words", short: "a", summary: "The scopes it may ask for." },
  audience: { member: "audience", kind: "list", summary: "The audiences it may ask for." },
  "token-endpoint-auth-method": {
    member: "token_endpoint_auth_method",
    kind: "text",
    default: "client_secret_basic",
    values: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    summary: "How it proves itself; none for apps that cannot keep a secret.",
  },
  "jwks-uri": { member: "jwks_uri", kind: "text", summary: "Where its public keys are." },
  jwks: { member: "jwks", kind: "json", summary: "Its public keys, as a JSON Web Key Set." },
  "policy-uri": { member: "policy_uri", kind: "text", summary: "Its privacy policy." },
  "tos-uri": { member: "tos_uri", kind: "text", summary: "Its terms of service." },
  "client-uri": { member: "client_uri", kind: "text", summary: "Its home page." },
  "logo-uri": { member: "logo_uri", kind: "text", summary: "Its logo." },
  owner: { member: "owner", kind: "text", summary: "Whose client it is." },
  contacts: { member: "contacts", kind: "list", summary: "Whom to write to about it." },
  "allowed-cors-origins": {
    member: "allowed_cors_origins",
    kind: "list",
    summary: "The origins its scripts call from.",
  },
  "subject-type": {
    member: "subject_type",
    kind: "text",
    default: "public",
    values: ["public", "pairwise"],
    summary: "Whether people have the same subject as elsewhere.",
  },
  "sector-identifier-uri": {
    member: "sector_identifier_uri",
    kind: "text",
    summary: "What pairwise subjects are computed from.",
  },
  "post-logout-callbacks": {
    member: "post_logout_redirect_uris",
    kind: "list",
    summary: "Where a sign-out may end.",
  },
  "frontchannel-logout-uri": {
    member: "frontchannel_logout_uri",
    kind: "text",
    summary: "What the browser loads at a sign-out.",
  },
  "backchannel-logout-uri": {
    member: "backchannel_logout_uri",
    kind: "text",
    summary: "What the server calls at a sign-out.",
  },
  "id-token-signed-response-alg": {
    member: "id_token_signed_response_alg",
    kind: "text",
    summary: "How its ID tokens are signed.",
  },
  "access-token-strategy": {
    member: "access_token_strategy",
    kind: "text",
    values: ["opaque", "jwt"],
    summary: "What its access tokens are.",
  },
  metadata: { member: "metadata", kind: "json", summary: "Anything else, as a JSON object." },
};

const encrypted = ["pgp-key", "pgp-key-url", "keybase"];

/** The flags by which a client is described. */
export const memberOptions: Options = {
  ...Object.fromEntries(Object.entries(described).map(([name, flag]) => [name, toOption(flag)])),
  ...Object.fromEntries(encrypted.map((name) => [name, { type: "text" }])),
};

/** What the flags say of a client, and nothing of what they do not say. */
export function readMembers(given: Arguments): OAuth2ClientInput {
  const unsupported = encrypted.find((name) => given.flags.has(name));
  if (unsupported !== undefined)
    throw new UsageError(
      `--${unsupported} is not supported: print the secret with --format json and encrypt it with a tool of yours.`,
    );
  const said = Object.entries(described).filter(([name]) => given.flags.has(name));
  return Object.fromEntries(
    said.map(([name, flag]) => [flag.member, readMember(name, flag.kind, given)]),
  );
}

function readMember(name: string, kind: Kind, given: Arguments): unknown {
  switch (kind) {
    case "text":
      return textOf(given, name);
    case "list":
      return listOf(given, name);
    case "words":
      return (listOf(given, name) ?? []).join(" ");
    case "boolean":
      return isSaid(given, name);
    case "json":
      return parseJson(name, textOf(given, name) ?? "");
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} takes JSON: put it in single quotes.`);
  }
}

function toOption({ kind, short, summary, default: fallback, values }: Flag): Options[string] {
  return {
    type: kind === "boolean" ? "boolean" : "text",
    summary,
    ...(short !== undefined && { short }),
    ...(fallback !== undefined && { default: fallback }),
    ...(values !== undefined && { values }),
  };
}
