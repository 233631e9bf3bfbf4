import assert from "node:assert/strict";
import { test } from "node:test";
import { alice, startSignInServer } from "../support/sign-in-server.ts";

const { latchkey, subject } = await startSignInServer();

test("an account is found by its username, name, address or subject, and has no secrets", async () => {
  const expected = {
    username: "alice",
    subject,
    claims: alice.profile,
  };
  for (const search of ["ALI", "liddell", "@wonderland", subject]) {
    const reply = await latchkey.call("listAccounts", { search });
    assert.ok(reply.ok);
    const [{ created_at, ...account } = assert.fail(search), ...others] = reply.body;
    const { updated_at, ...claims } = account.claims;
    assert.equal(typeof updated_at, "number");
    assert.deepEqual([{ ...account, claims }, others], [expected, []]);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(reply.headers.get("x-total-count"), "1");
    assert.ok(!JSON.stringify(reply.body).includes(alice.password));
  }
  assert.deepEqual(await latchkey.listAccounts({ search: "mallory" }), []);
  assert.equal((await latchkey.listAccounts()).length, 1);
});
