import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { askForToken } from "../operations/machine.ts";
import { receive } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { type Golden, goldens, type GoldenRow, restoreGolden } from "./golden.ts";

/** Without these, nothing sensible can be said of a client. */
const required = new Set(["document_version", "created_at", "updated_at"]);

for (const golden of goldens) {
  describe(`clients of ${golden.version} that were stored without a field`, async () => {
    const { client_id: model, client_secret } = golden.held.machines.chosen_secret;
    const rows = golden.tables["client"] ?? [];
    const whole = rows.find((row) => row["client_id"] === model);
    assert.ok(typeof whole?.["document"] === "string");
    const document: Readonly<Record<string, unknown>> = JSON.parse(whole["document"]);
    const fields = Object.keys(document).filter((field) => field !== "grant_types");
    const clients: GoldenRow[] = fields.map((field) => {
      const { [field]: _gone, ...rest } = document;
      return { ...whole, client_id: `without-${field}`, document: JSON.stringify(rest) };
    });
    const broken: Readonly<Record<string, string>> = {
      "no-json": "{",
      "no-object": "[]",
      "wrong-kind": JSON.stringify({ ...document, redirect_uris: "https://photos.example" }),
      "newer-version": JSON.stringify({ ...document, document_version: 99 }),
    };
    for (const [client_id, text] of Object.entries(broken))
      clients.push({ ...whole, client_id, document: text });

    const world = await startTestServer({
      ...golden.settings,
      dsn: await restore({
        ...golden,
        tables: { ...golden.tables, client: [...rows, ...clients] },
      }),
    });
    const { latchkey, lines, server } = world;
    const unreadable = [
      ...[...required].map((field) => `without-${field}`),
      ...Object.keys(broken),
    ];
    const logged = (): string => {
      server.context.log.flush();
      return lines.join("");
    };

    for (const field of fields.filter((name) => !required.has(name))) {
      const client_id = `without-${field}`;
      it(`${field}: is described, gets a token and may send a browser`, async () => {
        assert.equal((await latchkey.call("getOAuth2Client", { id: client_id })).status, 200);
        const authorization = basic(client_id, client_secret);
        const answer = await askForToken(latchkey, { authorization });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        const response_type = "code";
        const response = await authorize(openBrowser(world), { client_id, response_type });
        assert.ok(response.status < 500, String(response.status));
      });
    }

    for (const client_id of unreadable) {
      it(`${client_id}: is answered 500, and the log names table, id and version`, async () => {
        const answer = await latchkey.call("getOAuth2Client", { id: client_id });
        assert.equal(answer.status, 500);
        const at = logged().indexOf(`document of client \\"${client_id}\\"`);
        assert.notEqual(at, -1, "the log names the record");
        assert.match(logged().slice(at, at + 200), /\((?:version \d+|unknown version)\)/);
      });
    }

    it("does not keep the others from being listed", async () => {
      lines.length = 0;
      const answer = await receive(world.fetch("http://admin.test/clients?limit=500"));
      assert.equal(answer.status, 200);
      assert.ok(Array.isArray(answer.body));
      const listed = new Set(answer.body.map((client: { client_id: string }) => client.client_id));
      const expected = [...rows, ...clients].flatMap(({ client_id }) =>
        typeof client_id === "string" && !unreadable.includes(client_id) ? [client_id] : [],
      );
      assert.deepEqual(listed, new Set(expected));
      for (const client_id of unreadable)
        assert.ok(logged().includes(`document of client \\"${client_id}\\"`), client_id);
      assert.match(logged(), /"level":"error","msg":"a stored document cannot be read"/);
    });

    it("can be replaced, or deleted", async () => {
      const body = { client_id: "no-json", grant_types: ["client_credentials"] };
      await latchkey.updateOAuth2Client({ id: "no-json", body });
      assert.equal((await latchkey.getOAuth2Client({ id: "no-json" })).client_id, "no-json");
      await latchkey.deleteOAuth2Client({ id: "no-object" });
      assert.equal((await latchkey.call("getOAuth2Client", { id: "no-object" })).status, 401);
    });
  });
}

async function restore(golden: Golden): Promise<string> {
  const path = join(temporaryDirectory(), "golden.sqlite");
  const database = openSqlite(path);
  await restoreGolden(database, golden);
  await database.close();
  return `sqlite://${path}`;
}
