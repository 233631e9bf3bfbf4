import type { OAuth2ClientInput } from "@latchkey/api";
import { FieldValueError } from "../../components/forms/form-errors.ts";

/** Parses a client that is edited as JSON. Its fields are not validated here: the server names the one that is wrong. */
export function parseClientJson(text: string): OAuth2ClientInput {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FieldValueError("json", "A client must be a JSON object.");
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FieldValueError("json", `Not valid JSON: ${String(error)}`);
  }
}
