import type { JsonObject, TrustedIssuerInput } from "@latchkey/api";
import { FieldValueError } from "../../components/forms/form-errors.ts";

/** The form of a trusted issuer, as it is typed. */
export interface Draft {
  readonly issuer: string;
  readonly subject_kind: "subject" | "subject_pattern" | "any";
  readonly subject: string;
  readonly key_kind: "jwks_uri" | "jwks";
  /** A URL, or JSON. */
  readonly keys: string;
  readonly scope: readonly string[];
  readonly client_id: string;
  /** JSON; may be empty. */
  readonly claims: string;
  readonly allow_assertion_reuse: boolean;
  readonly days: string;
}

export const emptyDraft: Draft = {
  issuer: "",
  subject_kind: "subject_pattern",
  subject: "",
  key_kind: "jwks_uri",
  keys: "",
  scope: [],
  client_id: "",
  claims: "",
  allow_assertion_reuse: false,
  days: "365",
};

/** The request that the form describes. `now_ms` is in milliseconds. */
export function toInput(draft: Draft, now_ms: number): TrustedIssuerInput {
  const { subject_kind, key_kind } = draft;
  const subject = draft.subject.trim();
  const client_id = draft.client_id.trim();
  return {
    issuer: draft.issuer.trim(),
    ...(subject_kind === "any" ? { allow_any_subject: true } : { [subject_kind]: subject }),
    ...(key_kind === "jwks_uri"
      ? { jwks_uri: draft.keys.trim() }
      : { jwks: parseObject(draft.keys, "jwks") }),
    scope: draft.scope,
    ...(client_id !== "" && { client_id }),
    ...(draft.claims.trim() !== "" && { claims: parseObject(draft.claims, "claims") }),
    ...(draft.allow_assertion_reuse && { allow_assertion_reuse: true }),
    expires_at: new Date(now_ms + daysOf(draft.days) * 86_400_000).toISOString(),
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
