/** The owner of an installation: the user it acts for, or a whole workspace. */

import type { Capability, WorkspaceOwner } from "@latchkey/api";
import type { GrantOwner, MemberRecord, WorkspaceGrant } from "./records.ts";

/** The owner, with the fields that the capabilities allow. */
export function describeOwner(
  owner: GrantOwner,
  member: MemberRecord | undefined,
  capabilities: readonly Capability[],
): WorkspaceOwner {
  if (owner.type === "workspace") return { type: "workspace", workspace: true };
  const partial = { object: "user", id: owner.user_id } as const;
  const mayKnowEmail = capabilities.includes("read_user_with_email");
  const mayKnowName = mayKnowEmail || capabilities.includes("read_user_without_email");
  if (member === undefined || !mayKnowName) return { type: "user", user: partial };

  const { name, avatar_url, email } = member;
  const person = mayKnowEmail && email !== null ? { email } : {};
  return { type: "user", user: { ...partial, type: "person", name, avatar_url, person } };
}

/**
 * The user whose access a grant is, and since when. A bot that acts for the whole workspace belongs to no user; until its code is
 * exchanged, the consent is that of the user who gave it.
 */
export function heldBy(
  { generation, created_at, session }: WorkspaceGrant,
  member: MemberRecord | undefined,
): { readonly subject: string | undefined; readonly at: number } {
  const { owner, subject: consented, requested_at: at = created_at } = session;
  if (owner.type === "user") return { subject: member?.subject, at };
  return { subject: generation === 0 ? consented : undefined, at };
}

/** Whether the owner is still a member of the workspace. Always true when the owner is the workspace. */
export function isOwnerPresent(owner: GrantOwner, member: MemberRecord | undefined): boolean {
  return owner.type === "workspace" || member?.user_id === owner.user_id;
}
