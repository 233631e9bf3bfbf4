import type { Capability, WorkspaceMember } from "@latchkey/api";
import { capabilities } from "@latchkey/api";

import { imageAddress, parseDestination, plainText, type Destination } from "../client-facts.ts";
import type { WorkspacePhrases } from "../messages/workspace-phrases.ts";

/** What is shown of an integration or a workspace. Both are named and pictured by strangers. */
export interface Named {
  readonly name: string;
  readonly logo_uri: string | undefined;
  readonly emoji: string | undefined;
}

/** Who is asking, and where the browser goes afterwards. */
export interface IntegrationFacts extends Named {
  readonly destination: Destination | undefined;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
}

/** Tells who an integration is; where it sends the browser, if it does. */
export function describeIntegration(
  { id, name, icon }: NamedRecord,
  redirect_uri?: string,
): IntegrationFacts {
  return {
    name: plainText(name) || id,
    ...parseIcon(icon),
    destination: redirect_uri === undefined ? undefined : parseDestination(redirect_uri),
  };
}

/** Tells which workspace it is. Not every workspace has a name. */
export function describeWorkspace(
  { name, icon }: { readonly name: string | null; readonly icon: string | null },
  { unnamed }: WorkspacePhrases,
): Named {
  return { name: plainText(name ?? "") || unnamed, ...parseIcon(icon) };
}

/** One sentence for each thing an integration may do. Seeing people with their addresses includes seeing them. */
export function describeCapabilities(
  granted: readonly Capability[],
  { capability, no_capability }: WorkspacePhrases,
): string[] {
  const told = capabilities.filter(
    (name) =>
      granted.includes(name) &&
      !(name === "read_user_without_email" && granted.includes("read_user_with_email")),
  );
  return told.length === 0 ? [no_capability] : told.map((name) => capability[name]);
}

/** What a member is called in their workspace, as far as it knows. */
export function memberName({
  name,
  email,
}: Pick<WorkspaceMember, "name" | "email">): string | undefined {
  const known = plainText(name ?? "");
  if (known !== "" && email !== null) return `${known} (${email})`;
  return known || (email ?? undefined);
}

/** The URL of an image, or an emoji; whatever else it may be is no icon. */
function parseIcon(icon: string | null): Pick<Named, "logo_uri" | "emoji"> {
  const emoji = icon !== null && isEmoji(icon) ? icon : undefined;
  return { logo_uri: imageAddress(icon ?? ""), emoji };
}

let emoji: RegExp | undefined;

/** Compiled when the first icon comes, and not as a literal that is compiled at every start: it takes a while. */
function isEmoji(text: string): boolean {
  emoji ??= new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\ufe0f?)$", "v");
  return emoji.test(text);
}
