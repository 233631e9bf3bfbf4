import type { Installation, Integration, Workspace, WorkspaceMember } from "@latchkey/api";
import { paginate, type Client } from "@latchkey/client";

import type { PageContext } from "../page-context.ts";
import { isVisibleTo } from "./visibility.ts";
import { undefinedIfMissing } from "./undefined-if-missing.ts";

/** An installed integration. */
export interface Connection {
  readonly installation: Installation;
  readonly integration: Integration;
  /** The member who connected it, unless that is the current user. */
  readonly owner: WorkspaceMember | undefined;
}

/** The connections of a workspace that a member may see. */
export interface WorkspaceConnections {
  readonly workspace: Workspace;
  readonly member: WorkspaceMember;
  readonly connections: readonly Connection[];
}

/** Lists what a user can see and disconnect, by workspace. */
export async function listConnections(
  subject: string,
  { latchkey, memberships }: PageContext,
): Promise<WorkspaceConnections[]> {
  const found = (await memberships(subject)).map(async (member) => {
    const workspace = await undefinedIfMissing(latchkey.getWorkspace({ id: member.workspace_id }));
    if (workspace === undefined) return [];
    const [installations, other_members] = await Promise.all([
      listVisible(member, latchkey),
      listOtherMembers(member, latchkey),
    ]);
    const connections = await withIntegrations(installations, member, other_members, latchkey);
    return [{ workspace, member, connections }];
  });
  return (await Promise.all(found)).flat();
}

/** Lists what acts for a user in workspaces: what others connected, or for a whole workspace, is not theirs. */
export async function listOwnConnections(
  subject: string,
  { latchkey, memberships }: Pick<PageContext, "latchkey" | "memberships">,
): Promise<Connection[]> {
  const found = (await memberships(subject)).map(async (member) => {
    const own = await listVisible({ ...member, role: "member" }, latchkey);
    return withIntegrations(own, member, [], latchkey);
  });
  return (await Promise.all(found)).flat();
}

/** Finds one connection. Undefined if it does not exist or the user may not see it. */
export async function findConnection(
  bot_id: string,
  subject: string,
  { latchkey, memberships }: PageContext,
): Promise<(WorkspaceConnections & { readonly connections: readonly [Connection] }) | undefined> {
  const installation = UUID.test(bot_id)
    ? await undefinedIfMissing(latchkey.getInstallation({ bot_id }))
    : undefined;
  if (installation === undefined) return undefined;

  const { workspace_id: id, owner_user_id: user_id } = installation;
  const member = (await memberships(subject)).find((membership) =>
    isVisibleTo(membership, installation),
  );
  if (member === undefined) return undefined;

  const [workspace, owner] = await Promise.all([
    undefinedIfMissing(latchkey.getWorkspace({ id })),
    user_id === null ? undefined : undefinedIfMissing(latchkey.getWorkspaceMember({ id, user_id })),
  ]);
  const [connection] = await withIntegrations(
    [installation],
    member,
    owner ? [owner] : [],
    latchkey,
  );
  if (workspace === undefined || connection === undefined) return undefined;
  return { workspace, member, connections: [connection] };
}

/** The installations into a workspace that a member may see. */
export async function listVisible(
  member: WorkspaceMember,
  latchkey: Client,
): Promise<Installation[]> {
  const { workspace_id, user_id, role } = member;
  const filter = { workspace_id, ...(role === "admin" ? {} : { user_id }) };
  const installations = paginate(
    (page) => latchkey.call("listInstallations", { ...page, ...filter }),
    MAX_PAGE,
  );
  return (await Array.fromAsync(installations)).filter((installation) =>
    isVisibleTo(member, installation),
  );
}

/** Only administrators see what other members connected, so only they need the names. */
async function listOtherMembers(
  { role, workspace_id: id }: WorkspaceMember,
  latchkey: Client,
): Promise<WorkspaceMember[]> {
  if (role !== "admin") return [];
  const members = paginate(
    (page) => latchkey.call("listWorkspaceMembers", { ...page, id }),
    MAX_PAGE,
  );
  return (await undefinedIfMissing(Array.fromAsync(members))) ?? [];
}

/** Requests each integration once. Installations of an integration that was deleted in the meantime are left out. */
async function withIntegrations(
  installations: readonly Installation[],
  { user_id }: WorkspaceMember,
  other_members: readonly WorkspaceMember[],
  latchkey: Client,
): Promise<Connection[]> {
  const ids = new Set(installations.map(({ integration_id }) => integration_id));
  const found = await Promise.all(
    Array.from(ids, (id) => undefinedIfMissing(latchkey.getIntegration({ id }))),
  );
  const integrations = new Map(
    found.flatMap((integration) => (integration ? [[integration.id, integration]] : [])),
  );
  const owners = new Map(other_members.map((member) => [member.user_id, member]));
  owners.delete(user_id);

  return installations.flatMap((installation) => {
    const integration = integrations.get(installation.integration_id);
    const owner = owners.get(installation.owner_user_id ?? "");
    return integration === undefined ? [] : [{ installation, integration, owner }];
  });
}

const MAX_PAGE = { limit: 500, offset: 0 };
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
