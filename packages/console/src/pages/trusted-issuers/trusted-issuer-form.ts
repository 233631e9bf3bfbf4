import type { JsonObject, TrustedIssuerInput } from "@latchkey/api";
import { bodyOf } from "../../components/forms/draft.ts";
import { FieldValueError } from "../../components/forms/form-errors.ts";

/** The form of a trusted issuer, as it is typed, before anything is. */
export const emptyDraft = {
  issuer: "",
  subject_kind: "subject_pattern" as "subject" | "subject_pattern" | "any",
  subject: "",
  key_kind: "jwks_uri" as "jwks_uri" | "jwks",
  /** A URL, or JSON. */
  keys: "",
  scope: [] as readonly string[],
  client_id: "",
  /** JSON; may be empty. */
  claims: "",
  allow_assertion_reuse: false,
  days: "365",
};

/** What the form holds. */
export type Draft = Readonly<typeof emptyDraft>;

/** The request that the form describes. `now_ms` is in milliseconds. */
export function toInput(draft: Draft, now_ms: number): TrustedIssuerInput {
  const { subject_kind, subject, key_kind, keys, claims, days, ...input } = draft;
  return {
    ...bodyOf(input),
    ...(subject_kind === "any" ? { allow_any_subject: true } : { [subject_kind]: subject.trim() }),
    ...(key_kind === "jwks_uri" ? { jwks_uri: keys.trim() } : { jwks: parseObject(keys, "jwks") }),
    ...(claims.trim() !== "" && { claims: parseObject(claims, "claims") }),
    expires_at: new Date(now_ms + daysOf(days) * 86_400_000).toISOString(),
  };
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days;
  throw new FieldValueError("expires_at", "This must be a whole number of days from 1 to 36500.");
}

function parseObject(text: string, field: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new FieldValueError(field, "This must be a JSON object.");
}
