import type { Installation, Integration, Workspace, WorkspaceMember } from "@latchkey/api";
import { paginate, type Client } from "@latchkey/client";

import type { Desk } from "../desk.ts";
import { maySee } from "./may-see.ts";
import { orMissing } from "./or-missing.ts";

/** An integration in a workspace. */
export interface Connection {
  readonly installation: Installation;
  readonly integration: Integration;
  /** Who connected it, where that was somebody else. */
  readonly owner: WorkspaceMember | undefined;
}

/** A workspace as one of its members sees it. */
export interface Outlook {
  readonly workspace: Workspace;
  readonly member: WorkspaceMember;
  readonly connections: readonly Connection[];
}

/** Everything a person can see and disconnect, workspace by workspace. */
export async function findOutlooks(
  subject: string,
  { latchkey, memberships }: Desk,
): Promise<Outlook[]> {
  const outlooks = (await memberships(subject)).map(async (member) => {
    const workspace = await orMissing(latchkey.getWorkspace({ id: member.workspace_id }));
    if (workspace === undefined) return [];
    const [installations, colleagues] = await Promise.all([
      listVisible(member, latchkey),
      listColleagues(member, latchkey),
    ]);
    const connections = await connect(installations, member, colleagues, latchkey);
    return [{ workspace, member, connections }];
  });
  return (await Promise.all(outlooks)).flat();
}

/** The same with one connection alone. Undefined when there is none such, or none that the person may see. */
export async function findOutlook(
  bot_id: string,
  subject: string,
  { latchkey, memberships }: Desk,
): Promise<(Outlook & { readonly connections: readonly [Connection] }) | undefined> {
  const installation = UUID.test(bot_id)
    ? await orMissing(latchkey.getInstallation({ bot_id }))
    : undefined;
  if (installation === undefined) return undefined;

  const { workspace_id: id, owner_user_id: user_id } = installation;
  const member = (await memberships(subject)).find((somebody) => maySee(somebody, installation));
  if (member === undefined) return undefined;

  const [workspace, owner] = await Promise.all([
    orMissing(latchkey.getWorkspace({ id })),
    user_id === null ? undefined : orMissing(latchkey.getWorkspaceMember({ id, user_id })),
  ]);
  const [connection] = await connect([installation], member, owner ? [owner] : [], latchkey);
  if (workspace === undefined || connection === undefined) return undefined;
  return { workspace, member, connections: [connection] };
}

async function listVisible(member: WorkspaceMember, latchkey: Client): Promise<Installation[]> {
  const { workspace_id, user_id, role } = member;
  const filter = { workspace_id, ...(role === "admin" ? {} : { user_id }) };
  const installations = paginate(
    (page) => latchkey.call("listInstallations", { ...page, ...filter }),
    A_LOT,
  );
  return (await Array.fromAsync(installations)).filter((each) => maySee(member, each));
}

/** Only an administrator sees what others connected, and so needs their names. */
async function listColleagues(
  { role, workspace_id: id }: WorkspaceMember,
  latchkey: Client,
): Promise<WorkspaceMember[]> {
  if (role !== "admin") return [];
  const members = paginate((page) => latchkey.call("listWorkspaceMembers", { ...page, id }), A_LOT);
  return (await orMissing(Array.fromAsync(members))) ?? [];
}

/** Asks once for each integration; one that was deleted meanwhile took its installations with it. */
async function connect(
  installations: readonly Installation[],
  { user_id }: WorkspaceMember,
  colleagues: readonly WorkspaceMember[],
  latchkey: Client,
): Promise<Connection[]> {
  const ids = new Set(installations.map(({ integration_id }) => integration_id));
  const found = await Promise.all(
    Array.from(ids, (id) => orMissing(latchkey.getIntegration({ id }))),
  );
  const integrations = new Map(found.flatMap((each) => (each ? [[each.id, each]] : [])));
  const people = new Map(colleagues.map((colleague) => [colleague.user_id, colleague]));
  people.delete(user_id);

  return installations.flatMap((installation) => {
    const integration = integrations.get(installation.integration_id);
    const owner = people.get(installation.owner_user_id ?? "");
    return integration === undefined ? [] : [{ installation, integration, owner }];
  });
}

const A_LOT = { limit: 500, offset: 0 };
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
