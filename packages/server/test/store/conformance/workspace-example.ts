import { randomBytes, randomUUID } from "node:crypto";
import { exampleFlow } from "../../../src/interaction/example-flow.ts";
import {
  exampleIntegration,
  exampleMember,
  exampleWorkspace,
  exampleWorkspaceGrant,
} from "../../../../workspace/src/rules/example-workspace.ts";
import type {
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "../../../../workspace/src/rules/records.ts";
import type { TestStore } from "../../support/store.ts";
import type { Exchange } from "../../../../workspace/src/store/port.ts";
import { NOW } from "./example.ts";

/** A grant of alice to an integration of her workspace; `again` creates another. */
export async function consented(store: TestStore, changes: Partial<IntegrationRecord> = {}) {
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
    await store.flows.completeWith(flow, () => store.workspace_grants.insert(grant));
    return grant;
  };
  return { acme, alice, notes, again, grant: await again() };
}

/** A workspace without resources. */
export function aWorkspace(): WorkspaceRecord {
  return exampleWorkspace({ id: randomUUID(), resources: [], ...times });
}

/** A member of a workspace. */
export function aMember(workspace_id: string): MemberRecord {
  return exampleMember({ workspace_id, user_id: randomUUID(), subject: randomUUID() });
}

/** A public integration. */
export function anIntegration(): IntegrationRecord {
  return exampleIntegration({
    id: randomUUID(),
    client_id: randomUUID(),
    secrets: [{ hash: "sha256:…", expires_at: NOW + 60 }],
    ...times,
  });
}

const times = { created_at: NOW, updated_at: NOW };

function aGrant(
  integration_id: string,
  workspace_id: string,
  user_id: string,
  session: Partial<WorkspaceGrantSession>,
): WorkspaceGrant {
  return exampleWorkspaceGrant({
    grant_id: randomBytes(16).toString("base64url"),
    integration_id,
    generation_at_ms: NOW * 1000,
    created_at: NOW,
    expires_at: NOW + 600,
    session: {
      code_expires_at: NOW + 600,
      workspace_id,
      owner: { type: "user", user_id },
      resources: ["r1"],
      ...session,
    },
  });
}

/** The exchange of a code at the time of the tests. */
export function anExchange(exchange: Partial<Exchange> = {}): Exchange {
  return {
    generation_at_ms: NOW * 1000,
    expires_at: NOW + 3_600,
    new_bot_id: randomUUID(),
    external_account: null,
    now: NOW,
    max_grants: 10,
    ...exchange,
  };
}
