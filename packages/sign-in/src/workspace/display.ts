import type { Capability, WorkspaceMember } from "@latchkey/api";
import { capabilities } from "@latchkey/api";

import {
  safeImageUrl,
  parseDestination,
  sanitizeName,
  type Destination,
} from "../pages/client-details.ts";
import type { WorkspaceMessages } from "../messages/workspace-messages.ts";

/** Name and icon of an integration or a workspace. Both are untrusted input. */
export interface Named {
  readonly name: string;
  readonly logo_uri: string | undefined;
  readonly emoji: string | undefined;
}

/** The requesting integration and the redirect destination. */
export interface IntegrationDetails extends Named {
  readonly destination: Destination | undefined;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
}

export function describeIntegration(
  { id, name, icon }: NamedRecord,
  redirect_uri?: string,
): IntegrationDetails {
  return {
    name: sanitizeName(name) || id,
    ...parseIcon(icon),
    destination: redirect_uri === undefined ? undefined : parseDestination(redirect_uri),
  };
}

/** A workspace may have no name. */
export function describeWorkspace(
  { name, icon }: { readonly name: string | null; readonly icon: string | null },
  { unnamed }: WorkspaceMessages,
): Named {
  return { name: sanitizeName(name ?? "") || unnamed, ...parseIcon(icon) };
}

/** One sentence per capability. Reading users with email addresses includes reading them without. */
export function describeCapabilities(
  granted: readonly Capability[],
  { capability, no_capability }: WorkspaceMessages,
): string[] {
  const shown = capabilities.filter(
    (name) =>
      granted.includes(name) &&
      !(name === "read_user_without_email" && granted.includes("read_user_with_email")),
  );
  return shown.length === 0 ? [no_capability] : shown.map((name) => capability[name]);
}

/** Name and email address of a member, as far as known. */
export function memberName({
  name,
  email,
}: Pick<WorkspaceMember, "name" | "email">): string | undefined {
  const known = sanitizeName(name ?? "");
  if (known !== "" && email !== null) return `${known} (${email})`;
  return known || (email ?? undefined);
}

/** An icon is an image URL or a single emoji; anything else is ignored. */
function parseIcon(icon: string | null): Pick<Named, "logo_uri" | "emoji"> {
  const emoji = icon !== null && isEmoji(icon) ? icon : undefined;
  return { logo_uri: safeImageUrl(icon ?? ""), emoji };
}

let emoji: RegExp | undefined;

/** Compiled on first use: as a literal it would slow down every start. */
function isEmoji(text: string): boolean {
  emoji ??= new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\ufe0f?)$", "v");
  return emoji.test(text);
}
