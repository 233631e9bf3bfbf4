import type { AuditEntry } from "@latchkey/api";
import { to } from "../../router.tsx";

/** The lists whose pages have the id of an object in their path. That of an account has its username, which no entry has. */
const lists: Readonly<Record<string, string>> = {
  client: "clients",
  api: "apis",
  key_set: "keys",
  trusted_issuer: "trusted-issuers",
  authorization_details_type: "details-types",
  identity_provider: "identity-providers",
  workspace: "workspaces",
  integration: "integrations",
};

/** The page of an object; undefined where it has none. */
export function objectPath({ type, id }: AuditEntry["object"]): string | undefined {
  if (type === "branding") return to("branding");
  const list = lists[type];
  return list && to(list, id);
}
