/** RFC 6749 §5.1: the response of the token endpoint of the workspace API. */

import type { WorkspaceTokenResponse } from "@latchkey/api";
import { describeOwner } from "./owner.ts";
import type {
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceRecord,
} from "./records.ts";
import { effectiveCapabilities } from "./workspace-token.ts";

/** A new pair of tokens, and what the response says about it. */
export interface IssuedPair {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds; undefined when access tokens do not expire but are rotated or revoked. */
  readonly expires_in: number | undefined;
  readonly bot_id: string;
  readonly grant: WorkspaceGrant;
  readonly integration: IntegrationRecord;
  readonly workspace: WorkspaceRecord;
  readonly member: MemberRecord | undefined;
  readonly request_id: string;
}

/** The response to an exchange or a refresh. The id of the duplicated template is repeated with every refresh. */
export function describeWorkspaceTokens(issued: IssuedPair): WorkspaceTokenResponse {
  const { access_token, refresh_token, expires_in, bot_id, request_id } = issued;
  const { grant, integration, workspace, member } = issued;
  const { owner, duplicated_template } = grant.session;
  return {
    access_token,
    token_type: "bearer",
    refresh_token,
    ...(expires_in !== undefined && { expires_in }),
    bot_id,
    workspace_icon: workspace.icon,
    workspace_name: workspace.name,
    workspace_id: workspace.id,
    owner: describeOwner(owner, member, effectiveCapabilities(grant, integration)),
    duplicated_template_id: duplicated_template?.id ?? null,
    request_id,
  };
}
