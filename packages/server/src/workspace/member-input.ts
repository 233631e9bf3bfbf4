import { isUuid, type WorkspaceMember, workspaceMemberInput } from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { contradicts, type InputFacts, readInput, unacceptable } from "./read-input.ts";
import type { MemberRecord } from "./records.ts";

/** Where a member is described. */
export interface MemberInputFacts extends Omit<InputFacts<MemberRecord>, "now"> {
  readonly workspace_id: string;
}

/** The field that a body describes, new or instead of the present one. Who logs in must be said once. */
export function readMemberInput(
  body: unknown,
  { workspace_id, present, newId }: MemberInputFacts,
): Result<MemberRecord, OAuthError> {
  const read = readInput(body, workspaceMemberInput);
  if (!read.ok) return read;
  const { user_id, role = "member", name = null, avatar_url = null, email = null } = read.value;
  const person = read.value.subject ?? present?.subject ?? "";
  if (person === "") return unacceptable("The field subject must name who logs in.");
  if (contradicts(user_id, present?.user_id)) {
    return unacceptable("The field user_id cannot be changed.");
  }
  if (contradicts(read.value.workspace_id, workspace_id)) {
    return unacceptable("The field workspace_id must be the workspace of the path.");
  }
  return ok({
    workspace_id,
    user_id: present?.user_id ?? user_id ?? uuidOf(person) ?? newId(),
    subject: person,
    role,
    name,
    avatar_url,
    email,
    email_verified: email !== null && (read.value.email_verified ?? false),
  });
}

/** A member as the wire sees it. */
export function describeMember(record: MemberRecord): WorkspaceMember {
  const { workspace_id, user_id, subject: person, role } = record;
  const { name, avatar_url, email, email_verified } = record;
  return { workspace_id, user_id, subject: person, role, name, avatar_url, email, email_verified };
}

function uuidOf(subject: string): string | undefined {
  const id = subject.toLowerCase();
  return isUuid(id) ? id : undefined;
}
