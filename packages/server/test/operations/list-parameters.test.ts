import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operations } from "@latchkey/api";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey } = world;
const workspace = await latchkey.createWorkspace({ body: { name: "Acme" } });
const integration = await latchkey.createIntegration({
  body: { name: "Notes", redirect_uris: ["https://notes.example/callback"] },
});
const receiver = await latchkey.createEventReceiver({
  body: { name: "Help desk", url: "https://help.example/events", kinds: ["account.deleted"] },
});
const account = await latchkey.createAccount({
  body: { username: "alice", password: "correct horse" },
});

/** The paths of all lists that are returned by page, with what they cannot do without. */
const lists = Object.values(operations).flatMap((operation) => {
  // Those that continue after an entry, as the audit log does, have no offset.
  if (!("inputs" in operation) || !("offset" in operation.inputs)) return [];
  const path = operation.path
    .replace("/workspaces/{id}/", `/workspaces/${workspace.id}/`)
    .replace("/integrations/{id}/", `/integrations/${integration.id}/`)
    .replace("/receivers/{id}/", `/receivers/${receiver.id}/`)
    .replace("/accounts/{username}/", `/accounts/${account.username}/`);
  const query = "subject" in operation.inputs ? "subject=nobody&" : "";
  return [{ template: operation.path, path: `${path}?${query}` }];
});

/** The status of a response, and which page size its links have. */
async function pageSizeOf(path: string): Promise<string> {
  const response = await world.fetch(`http://admin.test${path}`);
  const link = response.headers.get("link");
  if (response.status !== 200 || link === null) return String(response.status);
  assert.ok(Array.isArray(await response.json()), path);
  return `200 of ${/(?:limit|page_size)=(\d+)/.exec(link)?.[1]}`;
}

describe("pages by limit and offset", () => {
  it("of every list are covered", () => {
    assert.ok(lists.length > 10);
    for (const { path } of lists) assert.ok(!path.includes("{"), path);
  });

  const sizes: readonly (readonly [limit: string, size: number])[] = [
    ["", 100],
    ["0", 100],
    ["-1", 100],
    ["many", 100],
    ["1.5", 100],
    ["1", 1],
    ["500", 500],
    ["501", 500],
    ["99999999999999999999", 500],
  ];
  for (const { template, path } of lists) {
    it(`${template} has pages of 1 to 500, also where it is empty`, async () => {
      for (const [limit, size] of sizes) {
        // The inspector has no links: it is read from a time on.
        const expected = path.startsWith("/inspector") ? "200" : `200 of ${size}`;
        for (const offset of ["0", "-1", "many", "99999999999999999999"])
          assert.equal(
            await pageSizeOf(`${path}limit=${limit}&offset=${offset}`),
            expected,
            `limit=${limit}&offset=${offset}`,
          );
      }
    });
  }
});

describe("pages by page_size", () => {
  const sizes: readonly (readonly [page_size: string, expected: string])[] = [
    ["", "200 of 100"],
    ["0", "200 of 100"],
    ["-1", "200 of 100"],
    ["-99999999999999999999", "200 of 100"],
    ["1", "200 of 1"],
    ["500", "200 of 500"],
    ["501", "200 of 500"],
    ["99999999999999999999", "200 of 500"],
    ["many", "400"],
    ["1.5", "400"],
    ["1e2", "400"],
  ];
  for (const path of [
    "/admin/clients?",
    "/admin/trust/grants/jwt-bearer/issuers?",
    "/admin/oauth2/auth/sessions/consent?subject=nobody&",
  ]) {
    it(`${path.slice(0, path.indexOf("?"))} has pages of 1 to 500, also where it is empty`, async () => {
      for (const [page_size, expected] of sizes)
        assert.equal(await pageSizeOf(`${path}page_size=${page_size}`), expected, page_size);
    });
  }
});
