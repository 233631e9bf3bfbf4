/** `GET /v1/users/me`: the bot of an access token. */

import type { BotUser, Capability } from "@latchkey/api";
import { isWebUri } from "@latchkey/server/feature/rules";
import { describeOwner } from "./owner.ts";
import type {
  GrantOwner,
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceRecord,
} from "./records.ts";

/** The bot of a valid token. */
export interface Bot {
  readonly installation: InstallationRecord;
  readonly owner: GrantOwner;
  /** What the token grants. */
  readonly capabilities: readonly Capability[];
  readonly integration: IntegrationRecord;
  readonly workspace: WorkspaceRecord;
  readonly member: MemberRecord | undefined;
}

const MAX_FILE_UPLOAD_BYTES = 5 * 1024 * 1024;

/** The response. An icon that is an emoji is not a URL, so `avatar_url` is then null. */
export function describeBotUser(bot: Bot, request_id: string): BotUser {
  const { installation, owner, capabilities, integration, workspace, member } = bot;
  const { name, icon } = integration;
  return {
    object: "user",
    id: installation.bot_id,
    name,
    avatar_url: icon !== null && isWebUri(icon) ? icon : null,
    type: "bot",
    bot: {
      owner: describeOwner(owner, member, capabilities),
      workspace_id: workspace.id,
      workspace_name: workspace.name,
      workspace_limits: { max_file_upload_size_in_bytes: MAX_FILE_UPLOAD_BYTES },
    },
    request_id,
  };
}
