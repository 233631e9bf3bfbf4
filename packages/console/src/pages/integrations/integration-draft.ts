import type { Integration, IntegrationInput } from "@latchkey/api";

/** The body of an update: the integration without what the server sets. */
export function inputOf(integration: Integration): IntegrationInput {
  const {
    client_secret: _secret,
    access_token: _token,
    webhook_secret: _webhook,
    client_id: _id,
    token_issued_at: _issued,
    created_at: _created,
    updated_at: _updated,
    ...body
  } = integration;
  return body;
}

/** A text field of the form: empty where there is none. */
export function textOf(value: string | null | undefined): string {
  return value ?? "";
}

/** The value of a text field: null where it is empty. */
export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** The template with another title. A new template gets an id of its own. */
export function templateWith(
  title: string,
  present: IntegrationInput["template"],
): IntegrationInput["template"] {
  if (title === "") return null;
  return { id: present?.id ?? crypto.randomUUID(), title };
}
