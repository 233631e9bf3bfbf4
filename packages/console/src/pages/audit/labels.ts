import type { AuditEntry } from "@latchkey/api";

/** What the types of objects are called. */
const types: Readonly<Record<string, string>> = {
  client: "Client",
  api: "API",
  key_set: "Key set",
  trusted_issuer: "Trusted issuer",
  authorization_details_type: "Details type",
  account: "Account",
  invitation: "Invitation",
  identity_provider: "Identity provider",
  branding: "Branding",
  registration_token: "Registration token",
  workspace: "Workspace",
  integration: "Integration",
  access_tokens: "Access tokens",
  login_session: "Login session",
  grant: "Grant",
  audience: "Audience",
};

/** The types to filter by; empty for all. */
export const typeOptions: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "All" },
  ...Object.entries(types).map(([value, label]) => ({ value, label })),
];

const kinds: { readonly [Kind in AuditEntry["caller"]["kind"]]: string } = {
  api_key: "API key",
  account: "Operator",
  client: "Client",
  user: "User",
  local: "This machine, without a key",
  command: "Command",
  server: "The server",
};

/** The kinds of callers to filter by; empty for all. */
export const callerOptions: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "All" },
  ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
];

export function callerLabel({ kind, id, name }: AuditEntry["caller"]): string {
  const label = name ?? id;
  return label === "" ? kinds[kind] : `${kinds[kind]} ${label}`;
}

/** An action as the beginning of a sentence: `Secret rotated`. */
export function actionLabel(action: string): string {
  const words = action.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function typeLabel(type: string): string {
  return types[type] ?? actionLabel(type);
}

/** What an object is called: a name that was recorded, or its id. */
export function objectName({ object, before, after }: AuditEntry): string {
  const described = after ?? before ?? {};
  const name = described["client_name"] ?? described["name"];
  return typeof name === "string" && name !== "" ? name : object.id;
}

/** The tone of an action: what is new, what is gone, and what is another. */
export function toneOf(action: string): "good" | "bad" | "brass" {
  if (/(?:^|_)(?:created|added|issued|installed|linked)$/.test(action)) return "good";
  return /(?:deleted|removed|revoked|ended|disconnected|unlinked|flushed)$/.test(action)
    ? "bad"
    : "brass";
}
