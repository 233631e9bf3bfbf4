import { randomBytes, randomUUID } from "node:crypto";
import { exampleFlow } from "../../interaction/example-flow.ts";
import type {
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "../../workspace/records.ts";
import type { Store } from "../port/store.ts";
import type { Exchange } from "../port/workspace-store.ts";
import { NOW } from "./example.ts";

/** A grant of alice to an integration of her workspace; `again` creates another. */
export async function consented(store: Store, changes: Partial<IntegrationRecord> = {}) {
  const acme = aWorkspace();
  const alice = aMember(acme.id);
  const notes = { ...anIntegration(), ...changes };
  await store.workspaces.create(acme);
  await store.members.create(alice);
  await store.integrations.create(notes);

  const again = async (session: Partial<WorkspaceGrantSession> = {}): Promise<WorkspaceGrant> => {
    const grant = aGrant(notes.id, acme.id, alice.user_id, session);
    const flow = { ...exampleFlow(), flow_id: grant.grant_id, version: 0 };
    await store.flows.begin(flow, NOW + 60);
    await store.flows.completeForWorkspace(flow, grant);
    return grant;
  };
  return { acme, alice, notes, again, grant: await again() };
}

/** A workspace without resources. */
export function aWorkspace(): WorkspaceRecord {
  return {
    id: randomUUID(),
    name: "Acme",
    icon: null,
    resources: [],
    created_at: NOW,
    updated_at: NOW,
  };
}

/** A member of a workspace. */
export function aMember(workspace_id: string): MemberRecord {
  return {
    workspace_id,
    user_id: randomUUID(),
    subject: randomUUID(),
    role: "member",
    name: "Alice",
    avatar_url: null,
    email: "alice@example.com",
    email_verified: true,
  };
}

/** A public integration. */
export function anIntegration(): IntegrationRecord {
  return {
    id: randomUUID(),
    name: "Notes",
    icon: null,
    kind: "public",
    client_id: randomUUID(),
    redirect_uris: ["https://notes.example/callback"],
    capabilities: ["read_content"],
    install_scope: "any",
    template: null,
    allow_workspace_owner: false,
    enabled: true,
    description: null,
    install_url: null,
    listed: false,
    webhook: null,
    secrets: [{ hash: "sha256:…", expires_at: NOW + 60 }],
    tokens: [],
    capability_revision: 0,
    created_at: NOW,
    updated_at: NOW,
  };
}

function aGrant(
  integration_id: string,
  workspace_id: string,
  user_id: string,
  session: Partial<WorkspaceGrantSession>,
): WorkspaceGrant {
  return {
    grant_id: randomBytes(16).toString("base64url"),
    integration_id,
    bot_id: undefined,
    generation: 0,
    generation_at_ms: NOW * 1000,
    exchanged_at_ms: undefined,
    failures: 0,
    created_at: NOW,
    expires_at: NOW + 600,
    revoked_at: undefined,
    session: {
      code_expires_at: NOW + 600,
      workspace_id,
      owner: { type: "user", user_id },
      resources: ["r1"],
      duplicated_template: null,
      capabilities: ["read_content"],
      capability_revision: 0,
      ...session,
    },
  };
}

/** The exchange of a code at the time of the tests. */
export function anExchange(exchange: Partial<Exchange> = {}): Exchange {
  return {
    generation_at_ms: NOW * 1000,
    expires_at: NOW + 3_600,
    new_bot_id: randomUUID(),
    external_account: null,
    now: NOW,
    grants_at_most: 10,
    ...exchange,
  };
}
