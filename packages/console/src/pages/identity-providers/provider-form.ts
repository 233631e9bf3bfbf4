import {
  type IdentityProvider,
  type IdentityProviderInput,
  isIdentityProviderPreset,
  presetOf,
} from "@latchkey/api";
import { FieldValueError } from "../../components/forms/form-errors.ts";

type Creation = NonNullable<IdentityProviderInput["create_accounts"]>;

/** The form of an identity provider, as it is typed, before anything is. */
export const emptyDraft = {
  preset: "google",
  id: "google",
  name: "Google",
  kind: "openid" as "openid" | "oauth",
  issuer: "",
  client_id: "",
  client_secret: "",
  apple_team_id: "",
  apple_key_id: "",
  scope: [] as readonly string[],
  authorization_endpoint: "",
  token_endpoint: "",
  userinfo_endpoint: "",
  subject_claim: "",
  create_accounts: "never" as Creation,
  email_domains: [] as readonly string[],
  /** JSON; may be empty. */
  claims: "",
  groups_claim: "",
  groups: "",
  enabled: true,
  trust_email_verified: true,
  trust_amr: false,
  sign_out: false,
  keep_tokens: false,
};

/** What the form holds. */
export type Draft = Readonly<typeof emptyDraft>;

/** The form after another preset was chosen: what was typed for both stays. */
export function withPreset(draft: Draft, preset: string): Draft {
  const known = isIdentityProviderPreset(preset) ? presetOf(preset) : undefined;
  return {
    ...draft,
    preset,
    id: known === undefined ? "" : preset,
    name: known?.name ?? "",
    kind: known?.fields.authorization_endpoint === undefined ? "openid" : "oauth",
    issuer: "",
    trust_email_verified: known?.fields.trust_email_verified ?? true,
  };
}

/** What a stored provider has. */
export function draftOf(provider: IdentityProvider): Draft {
  const { claims, groups, ...fields } = provider;
  return {
    ...emptyDraft,
    ...Object.fromEntries(
      Object.entries(fields).filter(([name]) => Object.hasOwn(emptyDraft, name)),
    ),
    kind: provider.issuer === undefined ? "oauth" : "openid",
    issuer: provider.issuer ?? "",
    claims: textOf(claims),
    groups: textOf(groups),
  };
}

function textOf(object: Readonly<Record<string, string>> = {}): string {
  return Object.keys(object).length === 0 ? "" : JSON.stringify(object, undefined, 2);
}

/** The request that the form describes: what is empty has the value of the preset, or stays as it is. */
export function toInput(draft: Draft): IdentityProviderInput {
  const { kind, id, claims, groups, scope, email_domains, create_accounts, ...rest } = draft;
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, subject_claim, ...common } =
    rest;
  const { issuer, enabled, trust_email_verified, trust_amr, sign_out, keep_tokens, ...texts } =
    common;
  const endpoints = { authorization_endpoint, token_endpoint, userinfo_endpoint, subject_claim };
  return {
    ...trimmed(kind === "openid" ? { issuer, ...texts } : { ...endpoints, ...texts }),
    ...(id !== "" && { id: id.trim() }),
    enabled,
    trust_email_verified,
    trust_amr,
    sign_out,
    keep_tokens,
    create_accounts,
    ...(create_accounts === "verified_email_domain" && { email_domains }),
    ...(scope.length > 0 && { scope }),
    ...(claims.trim() !== "" && { claims: parseStrings(claims, "claims") }),
    ...(groups.trim() !== "" && { groups: parseStrings(groups, "groups") }),
  };
}

function trimmed(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ""));
}

function parseStrings(text: string, field: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const entries = Object.entries(value);
      if (entries.every(([, one]) => typeof one === "string")) return Object.fromEntries(entries);
    }
  } catch {
    // Reported below.
  }
  throw new FieldValueError(field, "This must be a JSON object of strings.");
}
