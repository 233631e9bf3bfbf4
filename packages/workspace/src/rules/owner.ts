/** The owner of an installation: the user it acts for, or a whole workspace. */

import type { Capability, WorkspaceOwner } from "@latchkey/api";
import type { GrantOwner, MemberRecord } from "./records.ts";

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

/** Whether the owner is still a member of the workspace. Always true when the owner is the workspace. */
export function isOwnerPresent(owner: GrantOwner, member: MemberRecord | undefined): boolean {
  return owner.type === "workspace" || member?.user_id === owner.user_id;
}
