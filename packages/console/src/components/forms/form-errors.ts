import { ApiError } from "@latchkey/client";

/** An error that the console found by itself in the value of one field. */
export class FieldValueError extends Error {
  override readonly name = "FieldValueError";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** A failed submission: each message beside its field, the rest above the buttons. */
export interface FormFailure {
  /** Messages by the `name` of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error that belongs to no field; undefined where it was placed beside one. */
  readonly rest: unknown;
}

/** The state of a form whose last submission did not fail. */
export const NO_FAILURE: FormFailure = { fields: {}, rest: undefined };

/**
 * Decides beside which field an error is shown. The server names the field in the sentence (`The scope must be …`), so the
 * first field of the form that the sentence mentions is the one; else the error code may imply one.
 *
 * @param fallback The field that takes validation errors which mention none, for forms with one field.
 */
export function placeError(
  error: unknown,
  fields: readonly string[],
  fallback?: string,
): FormFailure {
  if (error instanceof FieldValueError)
    return { fields: { [error.field]: error.message }, rest: undefined };
  if (!(error instanceof ApiError) || !VALIDATION_STATUSES.has(error.status)) {
    return { fields: {}, rest: error };
  }
  const message = error.error_description ?? error.message;
  const implied = FIELD_BY_CODE.get(error.error ?? "");
  const field =
    firstMentioned(message, fields) ??
    (implied !== undefined && fields.includes(implied) ? implied : undefined) ??
    (error.status === 401 ? undefined : fallback);
  return field === undefined
    ? { fields: {}, rest: error }
    : { fields: { [field]: message }, rest: undefined };
}

/** 401 is among them because the token endpoint answers a wrong client secret with it. */
const VALIDATION_STATUSES = new Set([400, 401, 409, 422]);

const FIELD_BY_CODE = new Map([
  ["invalid_client", "client_secret"],
  ["invalid_redirect_uri", "redirect_uris"],
  ["invalid_scope", "scope"],
]);

function firstMentioned(message: string, fields: readonly string[]): string | undefined {
  const mentions = fields.flatMap((field) => {
    const index = message.search(mentionOf(field));
    return index === -1 ? [] : [{ field, index }];
  });
  return mentions.sort((one, other) => one.index - other.index)[0]?.field;
}

/** Finds `allowed_cors_origins` also as `CORS origin`, and `redirect_uris` as `redirect URI` or `redirect_uri`. */
function mentionOf(field: string): RegExp {
  const words = field
    .replace(/^allowed_/, "")
    .replace(/s$/, "")
    .split("_");
  return new RegExp(String.raw`(?<![\w-])(?:allowed_)?${words.join("[ _-]")}s?(?!\w)`, "i");
}
