/** The consent to the installation of an integration in a workspace. */

import {
  acceptWorkspaceConsentRequest,
  type JsonObject,
  type WorkspaceConsentRequest,
} from "@latchkey/api";
import {
  type OAuthError,
  type Result,
  ok,
  readInput,
  unacceptable,
} from "@latchkey/server/feature/rules";
import { areShareable, notShareable } from "./installation-input.ts";
import { describeMember } from "./member-input.ts";
import type {
  GrantOwner,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "./records.ts";
import { describeWorkspace } from "./workspace-input.ts";

/** A workspace, and the user's membership in it. */
export interface Membership {
  readonly workspace: WorkspaceRecord;
  readonly member: MemberRecord;
}

/** What the user is asked. */
export interface WorkspaceConsentQuestion {
  readonly integration: IntegrationRecord;
  readonly redirect_uri: string;
  readonly owner: GrantOwner["type"];
  readonly subject: string;
  /** The result of `choicesOf`. */
  readonly choices: readonly Membership[];
}

/** What the user allowed. */
export type WorkspaceConsent = Pick<
  WorkspaceGrantSession,
  "workspace_id" | "owner" | "resources" | "duplicated_template"
>;

/** Whether a member may install an integration: for a whole workspace, only an administrator may. */
export function mayInstall({ role }: MemberRecord, owner: GrantOwner["type"]): boolean {
  return owner === "user" || role === "admin";
}

/** The workspaces in which a user may install an integration. */
export function choicesOf(
  memberships: readonly Membership[],
  { install_scope }: IntegrationRecord,
  owner: GrantOwner["type"],
): readonly Membership[] {
  return memberships.filter(
    ({ workspace, member }) =>
      (install_scope === "any" || install_scope.includes(workspace.id)) &&
      mayInstall(member, owner),
  );
}

/** The response to the consent page. */
export function describeWorkspaceConsentRequest(
  challenge: string,
  { integration, redirect_uri, owner, subject, choices }: WorkspaceConsentQuestion,
): WorkspaceConsentRequest {
  const { id, name, icon, capabilities, template } = integration;
  return {
    challenge,
    integration: { id, name, icon, capabilities, template },
    redirect_uri,
    owner,
    subject,
    choices: choices.map(({ workspace, member }) => ({
      workspace: describeWorkspace(workspace),
      member: describeMember(member),
    })),
  };
}

/** Whether a stored choice is one of these. */
export function isWorkspaceConsent(choice: JsonObject): choice is JsonObject & WorkspaceConsent {
  const { workspace_id, owner, resources, duplicated_template } = choice;
  return (
    typeof workspace_id === "string" &&
    typeof owner === "object" &&
    Array.isArray(resources) &&
    typeof duplicated_template === "object"
  );
}

/** Reads the acceptance and checks it against the choices. A copy of the template gets its id from `newId`. */
export function parseWorkspaceConsent(
  body: unknown,
  { integration, owner, choices }: Omit<WorkspaceConsentQuestion, "redirect_uri" | "subject">,
  newId: () => string,
): Result<WorkspaceConsent, OAuthError> {
  const read = readInput(body, acceptWorkspaceConsentRequest);
  if (!read.ok) return read;
  const { workspace_id, resources = [], duplicate_template = false } = read.value;
  const choice = choices.find(({ workspace }) => workspace.id === workspace_id);
  if (choice === undefined) {
    return unacceptable("The field workspace_id must be one of the choices.");
  }
  if (!areShareable(resources, choice.workspace)) return unacceptable(notShareable);
  const { template } = integration;
  if (duplicate_template && template === null) {
    return unacceptable("The field duplicate_template requires an integration with a template.");
  }
  const copied = duplicate_template ? template : null;
  return ok({
    workspace_id: choice.workspace.id,
    owner: owner === "user" ? { type: owner, user_id: choice.member.user_id } : { type: owner },
    resources,
    duplicated_template: copied && { id: newId(), title: copied.title },
  });
}
