import type { AuthorizationDetailsType, AuthorizationDetailsTypeInput } from "@latchkey/api";
import { bodyOf } from "../../components/forms/draft.ts";
import { FieldValueError } from "../../components/forms/form-errors.ts";

/** A type as it is edited: its schema is a text. */
export interface DetailsTypeDraft extends Omit<AuthorizationDetailsTypeInput, "schema"> {
  readonly schema: string;
}

/** An example to start from. */
export const newDraft: DetailsTypeDraft = {
  type: "",
  schema: JSON.stringify(
    {
      type: "object",
      properties: {
        type: true,
        amount: { type: "number", exclusiveMinimum: 0 },
        currency: { type: "string", pattern: "^[A-Z]{3}$" },
        creditor: { type: "string", maxLength: 70 },
      },
      required: ["type", "amount", "currency", "creditor"],
      additionalProperties: false,
    },
    null,
    2,
  ),
  sentences: { en: "Pay {amount} {currency} to {creditor}" },
};

export function toDraft(type: AuthorizationDetailsType): DetailsTypeDraft {
  return { ...type, schema: JSON.stringify(type.schema, null, 2) };
}

/** What is sent. Only the JSON is parsed here: the server names the field that is wrong. */
export function toInput(draft: DetailsTypeDraft): AuthorizationDetailsTypeInput {
  const { sentences, schema } = draft;
  return {
    ...draft,
    type: draft.type.trim(),
    schema: parseSchema(schema),
    sentences: { ...bodyOf(sentences), en: sentences.en },
  };
}

function parseSchema(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FieldValueError("schema", `Not valid JSON: ${String(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FieldValueError("schema", "A schema must be a JSON object.");
  }
  return { ...value };
}
