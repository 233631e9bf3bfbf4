import type { JsonWebKey } from "@latchkey/api";
import { FieldValueError } from "../../components/forms/form-errors.ts";

/** Parses a pasted JSON Web Key; errors belong to the form field `field`. The server validates its parameters. */
export function parseJsonWebKey(
  text: string,
  field: string,
): JsonWebKey & { readonly kid: string } {
  const value = parseJson(text, field);
  if (typeof value !== "object" || value === null || !("kty" in value)) {
    throw new FieldValueError(field, "A JSON Web Key must be a JSON object with a kty.");
  }
  if (!("kid" in value) || typeof value.kid !== "string" || value.kid === "") {
    throw new FieldValueError(field, "The key needs a kid, by which tokens name it.");
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server validates every parameter and names the one that is wrong.
  return value as JsonWebKey & { kid: string };
}

function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text, which holds a private key.
    throw new FieldValueError(field, "This is not valid JSON.");
  }
}
