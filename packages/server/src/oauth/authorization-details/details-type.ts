/** RFC 9396 §2.1: types of authorization details, as an operator registered them. */

import {
  type AuthorizationDetailsTypeInput,
  authorizationDetailsTypeInput,
  read,
} from "@latchkey/api";
import { problemOfSchema } from "../../json-schema/check-schema.ts";
import { describeProblem, type OAuthError, quote } from "../oauth-error.ts";
import { err, ok, type Result } from "../result.ts";

/** A type as it is stored. */
export interface DetailsType extends Pick<
  AuthorizationDetailsTypeInput,
  "type" | "schema" | "sentences"
> {
  /** JSON Pointers: fields in which less may be granted than was requested. */
  readonly reducible: readonly string[];
  /** Whether a remembered consent covers a later request for the same. */
  readonly rememberable: boolean;
  /** Unix seconds, as is `updated_at`. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** The types of a server, by name. */
export type DetailsTypes = ReadonlyMap<string, DetailsType>;

/** Reads the body of create and update. */
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
