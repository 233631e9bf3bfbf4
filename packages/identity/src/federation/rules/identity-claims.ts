import { type AccountClaims, accountClaimNames, type JsonObject } from "@latchkey/api";
import { readAccountClaims } from "../../rules/account-claims.ts";
import type { ProviderRecord } from "./identity-provider.ts";

/** A user as a provider describes them. */
export interface ProviderIdentity {
  /** Identifies the user at the provider, and never changes. */
  readonly provider_subject: string;
  /** Of our standard claims, those that the provider has and that are valid here. */
  readonly claims: AccountClaims;
  /** Our groups, by the record's mapping. */
  readonly groups: readonly string[];
  /** RFC 8176: how the user signed in there, where the provider is believed. */
  readonly amr: readonly string[];
  /** How pages name the identity. */
  readonly label: string;
}

const MAX_SUBJECT_LENGTH = 255;
const MAX_LABEL_LENGTH = 100;

/**
 * Reads what a provider says of a user. A claim that is not valid here is left out: what a user entered elsewhere must not keep them
 * from signing in. Undefined where nothing identifies the user.
 */
export function readIdentity(
  theirs: JsonObject,
  subject_claim: string,
  provider: ProviderRecord,
): ProviderIdentity | undefined {
  const provider_subject = subjectOf(theirs[subject_claim]);
  if (provider_subject === undefined) return undefined;
  const claims = claimsOf(theirs, provider);
  return {
    provider_subject,
    claims,
    groups: groupsOf(theirs, provider),
    amr: provider.trust_amr ? amrOf(theirs["amr"]) : [],
    label: labelOf(claims, provider_subject),
  };
}

/** OpenID Connect Core §2: at most 255 characters. Providers with OAuth 2.0 alone have numbers, too. */
function subjectOf(value: unknown): string | undefined {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text === "" || text.length > MAX_SUBJECT_LENGTH) return undefined;
  return text.isWellFormed() && !text.includes("\0") ? text : undefined;
}

function claimsOf(theirs: JsonObject, provider: ProviderRecord): AccountClaims {
  let claims: AccountClaims = {};
  for (const [ours, path] of Object.entries(provider.claims)) {
    if (!accountClaimNames.includes(ours) || ours === "updated_at") continue;
    const value = valueAt(theirs, path);
    const read = readAccountClaims({ [ours]: value });
    if (value !== undefined && read.ok) claims = { ...claims, ...read.value };
  }
  const { email_verified, ...rest } = claims;
  if (claims.email === undefined || !provider.trust_email_verified) return rest;
  return { ...rest, ...(email_verified === true && { email_verified }) };
}

function groupsOf(theirs: JsonObject, { groups_claim, groups }: ProviderRecord): readonly string[] {
  const listed = groups_claim === undefined ? [] : valueAt(theirs, groups_claim);
  if (!Array.isArray(listed)) return [];
  const names = listed.filter((one) => typeof one === "string" && Object.hasOwn(groups, one));
  return [...new Set(names.map((name) => groups[String(name)] ?? ""))];
}

/** The groups of an account after a sign-in: those of the mapping follow the provider, all others stay. */
export function mergeGroups(
  present: readonly string[],
  given: readonly string[],
  { groups }: Pick<ProviderRecord, "groups">,
): readonly string[] {
  const mapped = new Set(Object.values(groups));
  return [...new Set([...present.filter((name) => !mapped.has(name)), ...given])];
}

/** RFC 8176 §2: the registered values, so that no text of a stranger is a method here. */
const METHODS: ReadonlySet<string> = new Set([
  "face",
  "fpt",
  "geo",
  "hwk",
  "iris",
  "kba",
  "mca",
  "mfa",
  "otp",
  "pin",
  "pwd",
  "rba",
  "retina",
  "sc",
  "sms",
  "swk",
  "tel",
  "user",
  "vbm",
  "wia",
]);

function amrOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.map(String))].filter((method) => METHODS.has(method));
}

/** A name inside nested objects, with dots between. */
function valueAt(object: JsonObject, path: string): unknown {
  if (Object.hasOwn(object, path)) return object[path];
  let value: unknown = object;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value ?? undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function labelOf({ email, preferred_username, name }: AccountClaims, subject: string): string {
  return (email ?? preferred_username ?? name ?? subject).slice(0, MAX_LABEL_LENGTH);
}
