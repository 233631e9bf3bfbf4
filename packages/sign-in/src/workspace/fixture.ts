import type {
  Installation,
  Integration,
  Workspace,
  WorkspaceConsentRequest,
  WorkspaceMember,
} from "@latchkey/api";
import type { Parameters } from "../fixture.ts";

const CREATED_AT = "2026-03-03T12:00:00Z";

export const planner: Integration = {
  id: "10000000-0000-4000-8000-000000000001",
  name: "Planner",
  icon: "🗓️",
  kind: "public",
  client_id: "10000000-0000-4000-8000-00000000000c",
  redirect_uris: ["https://planner.example/callback"],
  capabilities: ["read_content", "update_content", "read_user_without_email"],
  install_scope: "any",
  template: { id: "t-1", title: "Weekly plan" },
  allow_workspace_owner: true,
  enabled: true,
  description: "Plans the week from shared pages.",
  install_url: "https://planner.example/install",
  listed: true,
  webhook_url: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

/** Alice is a member. */
export const teaParty: Workspace = {
  id: "20000000-0000-4000-8000-000000000001",
  name: "Tea party",
  icon: "🫖",
  resources: [
    { id: "r-guests", title: "Guest list" },
    { id: "r-cakes", title: "Cakes" },
  ],
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

/** Alice is an administrator. */
export const garden: Workspace = {
  id: "20000000-0000-4000-8000-000000000002",
  name: "Rose garden",
  icon: null,
  resources: [{ id: "r-roses", title: "Roses to paint" }],
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

export const aliceAtTea: WorkspaceMember = {
  workspace_id: teaParty.id,
  user_id: "30000000-0000-4000-8000-000000000001",
  subject: "alice-1",
  role: "member",
  name: "Alice Liddell",
  avatar_url: null,
  email: "alice@example.com",
  email_verified: true,
};

export const aliceInGarden: WorkspaceMember = {
  ...aliceAtTea,
  workspace_id: garden.id,
  role: "admin",
};

/** Another member of the garden. */
export const bob: WorkspaceMember = {
  ...aliceInGarden,
  user_id: "30000000-0000-4000-8000-000000000002",
  subject: "bob-1",
  role: "member",
  name: "Bob Carpenter",
  email: null,
};

/** Planner may be connected to either workspace. */
export const workspaceConsentRequest: WorkspaceConsentRequest = {
  challenge: "c4",
  integration: planner,
  redirect_uri: "https://planner.example/callback",
  owner: "user",
  subject: "alice-1",
  choices: [
    { workspace: teaParty, member: aliceAtTea },
    { workspace: garden, member: aliceInGarden },
  ],
};

/** Planner, connected to the tea party by alice. */
export const alicesPlanner: Installation = {
  bot_id: "40000000-0000-4000-8000-000000000001",
  integration_id: planner.id,
  workspace_id: teaParty.id,
  owner_type: "user",
  owner_user_id: aliceAtTea.user_id,
  status: "active",
  external_account: null,
  resources: ["r-cakes"],
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

/** Planner, connected to the garden by bob. */
export const bobsPlanner: Installation = {
  ...alicesPlanner,
  bot_id: "40000000-0000-4000-8000-000000000002",
  workspace_id: garden.id,
  owner_user_id: bob.user_id,
  resources: [],
};

/** The response of an operation that finds nothing. */
export const missing = Response.json({ error: "not_found" }, { status: 404 });

/** The response of getWorkspace. */
export function getWorkspace({ id }: Parameters): Workspace | Response {
  return [teaParty, garden].find((each) => each.id === id) ?? missing;
}
