import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startTestServer } from "../support/server.ts";

const { latchkey, fetch, clock } = await startTestServer();

/** A resource: where it is, and a change of one field. */
interface Resource {
  readonly path: string;
  readonly change: object;
  readonly field: string;
}

const described = { identifier: "https://photos.example/api" };
const type = { type: "payment", schema: {}, sentences: { en: "Pay" } };
const acme = "0197c0de-0000-7000-8000-000000000001";
const notes = {
  id: "0197c0de-0000-7000-8000-000000000002",
  name: "Notes",
  redirect_uris: ["https://notes.example/callback"],
};
const member = { user_id: "0197c0de-0000-7000-8000-000000000003", subject: "alice" };
const there = { id: "there", name: "There", issuer: "https://there.example", client_id: "here" };
const receiver = {
  name: "Team",
  url: "https://events.example/",
  kinds: ["session.revoked" as const],
};

const resources: Readonly<Record<string, () => Promise<Resource>>> = {
  client: async () => {
    await latchkey.createOAuth2Client({ body: { client_id: "photos", client_name: "Photos" } });
    return { path: "/clients/photos", change: { client_name: "Albums" }, field: "client_name" };
  },
  api: async () => {
    const { id } = await latchkey.createApi({ body: described });
    return { path: `/apis/${id}`, change: { ...described, name: "Albums" }, field: "name" };
  },
  details_type: async () => {
    await latchkey.createAuthorizationDetailsType({ body: type });
    const change = { ...type, rememberable: true };
    return { path: "/authorization-details-types/payment", change, field: "rememberable" };
  },
  workspace: async () => {
    await latchkey.createWorkspace({ body: { id: acme, name: "Acme" } });
    const path = `/workspace/workspaces/${acme}`;
    return { path, change: { name: "Albums" }, field: "name" };
  },
  member: async () => {
    await latchkey.createWorkspaceMember({ id: acme, body: member });
    const path = `/workspace/workspaces/${acme}/members/${member.user_id}`;
    return { path, change: { ...member, name: "Alice" }, field: "name" };
  },
  integration: async () => {
    await latchkey.createIntegration({ body: notes });
    const path = `/workspace/integrations/${notes.id}`;
    return { path, change: { ...notes, name: "Albums" }, field: "name" };
  },
  provider: async () => {
    await latchkey.createIdentityProvider({ body: there });
    return {
      path: "/identity-providers/there",
      change: { ...there, name: "Elsewhere" },
      field: "name",
    };
  },
  branding: async () => ({
    path: "/branding",
    change: { product_name: "Wonderland" },
    field: "stored",
  }),
  receiver: async () => {
    const { id } = await latchkey.createEventReceiver({ body: receiver });
    return { path: `/events/receivers/${id}`, change: { ...receiver, name: "All" }, field: "name" };
  },
};

const tagOf = async (path: string): Promise<string> => {
  const response = await fetch(`http://admin.test${path}`);
  assert.equal(response.status, 200);
  return response.headers.get("etag") ?? assert.fail(`${path} has no ETag`);
};

const send = (method: string, path: string, if_match: string, body?: object) =>
  fetch(`http://admin.test${path}`, {
    method,
    headers: { "if-match": if_match, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

describe("If-Match", () => {
  for (const [name, make] of Object.entries(resources)) {
    test(`lets one of two changes of the same ${name} win, and names what changed`, async () => {
      const { path, change, field } = await make();
      const tag = await tagOf(path);
      assert.equal(await tagOf(path), tag);
      clock.now += 5;
      const sent = await Promise.all([1, 2, 3].map(() => send("PUT", path, tag, change)));
      assert.deepEqual(
        sent.map(({ status }) => status).toSorted((one, other) => one - other),
        [200, 412, 412],
      );

      const winner = sent.find(({ status }) => status === 200);
      assert.equal(winner?.headers.get("etag"), await tagOf(path));

      const lost = await send("PUT", path, tag, change);
      assert.equal(lost.status, 412);
      const { error, error_description } = await lost.json();
      assert.equal(error, "precondition_failed");
      assert.match(error_description, new RegExp(`\\(${field}\\)`));

      const deleted = name === "branding" ? undefined : await send("DELETE", path, tag);
      if (deleted !== undefined) assert.equal(deleted.status, 412);
      const now = await tagOf(path);
      assert.notEqual(now, tag);
      assert.equal((await send("PUT", path, `"other", W/${now}`, change)).status, 200);
      assert.equal((await send("PUT", path, "*", change)).status, 200);
    });
  }
});
