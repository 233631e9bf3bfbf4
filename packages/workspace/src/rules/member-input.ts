import { isUuid, type WorkspaceMember, workspaceMemberInput } from "@latchkey/api";
import {
  type InputFacts,
  type OAuthError,
  type Result,
  contradicts,
  ok,
  readInput,
  unacceptable,
} from "@latchkey/server/feature/rules";
import type { MemberRecord } from "./records.ts";

/** Where a member is described. */
export interface MemberInputFacts extends Omit<InputFacts<MemberRecord>, "now"> {
  readonly workspace_id: string;
}

/** The member that a body describes, new or in place of the present one. A new one needs a subject. */
export function readMemberInput(
  body: unknown,
  { workspace_id, present, newId }: MemberInputFacts,
): Result<MemberRecord, OAuthError> {
  const read = readInput(body, workspaceMemberInput);
  if (!read.ok) return read;
  const { user_id, role = "member", name = null, avatar_url = null, email = null } = read.value;
  const subject = read.value.subject ?? present?.subject ?? "";
  if (subject === "") return unacceptable("The field subject must name who logs in.");
  if (contradicts(user_id, present?.user_id)) {
    return unacceptable("The field user_id cannot be changed.");
  }
  if (contradicts(read.value.workspace_id, workspace_id)) {
    return unacceptable("The field workspace_id must be the workspace of the path.");
  }
  return ok({
    workspace_id,
    user_id: present?.user_id ?? user_id ?? uuidOf(subject) ?? newId(),
    subject,
    role,
    name,
    avatar_url,
    email,
    email_verified: email !== null && (read.value.email_verified ?? false),
  });
}

/** A member as the wire sees it. */
export function describeMember(record: MemberRecord): WorkspaceMember {
  const { workspace_id, user_id, subject, role, name, avatar_url, email, email_verified } = record;
  return { workspace_id, user_id, subject, role, name, avatar_url, email, email_verified };
}

function uuidOf(subject: string): string | undefined {
  const id = subject.toLowerCase();
  return isUuid(id) ? id : undefined;
}
