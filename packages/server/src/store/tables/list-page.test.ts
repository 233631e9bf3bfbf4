import assert from "node:assert/strict";
import { it } from "node:test";
import { createSealer } from "../../crypto/sealed.ts";
import { NOW } from "../../../test/store/conformance/example.ts";
import { aMember, aWorkspace } from "../../../test/store/conformance/workspace-example.ts";
import { openTestStore } from "../../../test/support/store.ts";
import { openSqlite } from "../sqlite/sqlite.ts";

it("lists up to 2,000 members by name, and more by id", async (t) => {
  const database = openSqlite(":memory:");
  t.after(() => database.close());
  const store = await openTestStore(database, {
    sealer: createSealer(["a secret for the tests"]),
    now: NOW,
  });
  const acme = aWorkspace();
  await store.workspaces.create(acme);
  let names = 0;
  const create = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        names += 1;
        const name = `member ${String(names).padStart(6, "0")}`;
        return store.members.create({ ...aMember(acme.id), name });
      }),
    );
  const listed = async (field: "user_id" | "name") => {
    const { items, total } = await store.members.list(acme.id, { limit: 500, offset: 100 });
    assert.deepEqual([items.length, total], [500, names]);
    return items.map((item) => item[field] ?? "");
  };

  await create(2_000);
  const byName = await listed("name");
  assert.deepEqual(byName, byName.toSorted());
  await create(1);
  const byId = await listed("user_id");
  assert.deepEqual(byId, byId.toSorted());
});
