import { authorizationDetailsTypeInput, read } from "@latchkey/api";
import { problemOfSchema } from "../../json-schema/check-schema.ts";
import type { DetailsType } from "../../oauth/authorization-details/details-type.ts";
import { describeProblem, type OAuthError, quote } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";

/** Reads a type of create and update. */
export function readDetailsType(
  body: unknown,
): Result<Omit<DetailsType, "created_at" | "updated_at">, OAuthError> {
  const input = read(authorizationDetailsTypeInput, body);
  if (!input.ok) return err(describeProblem(input.error));
  const { type, schema, sentences, reducible = [], rememberable = false } = input.value;
  const found = problemOfSchema(schema);
  if (found !== undefined) {
    const place = found.at === "" ? "The schema" : `In the schema, ${quote(found.at)}`;
    return err({
      error: "invalid_request",
      error_description: `${place} ${found.problem}.`,
    });
  }
  return ok({ type, schema, sentences, reducible, rememberable });
}
