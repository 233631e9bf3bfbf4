import assert from "node:assert/strict";
import { it } from "node:test";
import { createSealer } from "../../../server/src/crypto/sealed.ts";
import { NOW } from "../../../server/test/store/conformance/example.ts";
import { aWorkspace } from "../../../server/test/store/conformance/workspace-example.ts";
import { openTestStore } from "../../../server/test/support/store.ts";
import { openSqlite } from "../../../server/src/store/sqlite/sqlite.ts";

it("lists up to 5,000 workspaces by name, and more by id", async (t) => {
  const database = openSqlite(":memory:");
  t.after(() => database.close());
  const { workspaces } = await openTestStore(database, {
    sealer: createSealer(["a secret for the tests"]),
    now: NOW,
  });
  const create = (count: number) =>
    Promise.all(Array.from({ length: count }, () => workspaces.create(named())));
  const listed = async (field: "id" | "name") => {
    const { items } = await workspaces.list({ limit: 500, offset: 100 });
    return items.map((item) => item[field] ?? "");
  };

  await create(5_000);
  const byName = await listed("name");
  assert.deepEqual(byName, byName.toSorted());
  await create(1);
  const byId = await listed("id");
  assert.deepEqual(byId, byId.toSorted());
});

let names = 0;

/** Names have another order than ids, which are random. */
function named() {
  names += 1;
  return { ...aWorkspace(), name: `workspace ${String(names).padStart(6, "0")}` };
}
