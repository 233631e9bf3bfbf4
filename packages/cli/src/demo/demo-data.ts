import { type Client, type Reply, unwrap } from "@latchkey/client";

import { demoIntegration } from "./registration.ts";

/** Client credentials for the workspace API. */
export interface IntegrationCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Creates the workspaces with alice as administrator, unless they exist. */
export async function createWorkspaces(latchkey: Client, subject: string): Promise<void> {
  for (const workspace of workspaces) {
    unlessTaken(await latchkey.call("createWorkspace", { body: workspace }));
    const body = { ...alice, subject };
    unlessTaken(await latchkey.call("createWorkspaceMember", { id: workspace.id, body }));
  }
}

/** Creates the integration, or rotates the secret of the existing one, because the old secret is not stored. */
export async function registerIntegration(
  latchkey: Client,
  url: string,
): Promise<IntegrationCredentials> {
  const id = "a11ce000-0000-4000-8000-000000000031";
  const body = { ...demoIntegration(url), id };
  let shown = unlessTaken(await latchkey.call("createIntegration", { body }));
  if (shown === undefined) {
    await latchkey.updateIntegration({ id, body });
    shown = await latchkey.rotateIntegrationSecret({ id, body: { overlap: 0 } });
  }
  const { client_id, client_secret } = shown;
  if (client_secret === undefined) throw new Error("The server returned no secret.");
  return { client_id, client_secret };
}

/** Undefined if the resource already exists. */
function unlessTaken<Output>(reply: Reply<Output>): Output | undefined {
  return reply.status === 409 ? undefined : unwrap(reply);
}

const alice = {
  role: "admin",
  name: "Alice Liddell",
  email: "alice@example.com",
  email_verified: true,
} as const;

const workspaces = [
  {
    id: "a11ce000-0000-4000-8000-000000000001",
    name: "Wonderland",
    icon: "☕",
    resources: [
      { id: "a11ce000-0000-4000-8000-000000000011", title: "Tea party" },
      { id: "a11ce000-0000-4000-8000-000000000012", title: "Croquet rules" },
      { id: "a11ce000-0000-4000-8000-000000000013", title: "Guest list" },
    ],
  },
  {
    id: "a11ce000-0000-4000-8000-000000000002",
    name: "Looking-Glass House",
    icon: "♟",
    resources: [{ id: "a11ce000-0000-4000-8000-000000000014", title: "Chess problems" }],
  },
];
