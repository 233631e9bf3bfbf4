import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { before, describe, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import { verifyBackup } from "../../src/process/backups.ts";
import { databases } from "../processes/databases.ts";
import { createTestServer, testConfig } from "../support/server.ts";
import { holdEverything, ISSUER } from "../upgrade/held.ts";
import { backUp, change, refusalOf, restore, rowsOf } from "./support.ts";

const [sqlite, postgres] = databases;
assert.ok(sqlite && postgres);

describe("a backup that is verified", () => {
  let dsn: string;
  let file: string;
  before(async () => {
    dsn = await sqlite.emptyDsn();
    const world = await createTestServer({ dsn, "urls.self.issuer": ISSUER });
    await holdEverything(world);
    await world.server.close();
    file = await backUp(dsn);
  });

  /** A backup of the same database, in which something was changed. */
  const changed = async (...statements: readonly string[]): Promise<string> => {
    const copy = await restore(file, await sqlite.emptyDsn());
    for (const sql of statements) await change(copy, sql);
    return backUp(copy);
  };

  const verify = (of: string, settings: Readonly<Record<string, unknown>> = {}, scratch?: string) =>
    verifyBackup(testConfig({ dsn: "sqlite:///nowhere/latchkey.sqlite", ...settings }), {
      features,
      file: of,
      ...(scratch !== undefined && { scratch }),
    });

  for (const { name, emptyDsn } of databases) {
    it(`is read in a scratch database on ${name}, which is empty afterwards`, async () => {
      const scratch = await emptyDsn();
      for (let time = 1; time <= 2; time += 1) {
        const verified = await verify(file, {}, scratch);
        for (const table of ["json_web_key", "client", "account", "login_session"]) {
          const found = verified.find((one) => one.table === table);
          assert.ok(found && found.rows > 0, table);
          assert.deepEqual([found.read, found.ended], [found.rows, 0], table);
        }
        const tokens = verified.find(({ table }) => table === "access_token");
        assert.ok(tokens?.read !== undefined && tokens.read > 0);
        const [stored] = await rowsOf(dsn, "select count(*) as count from authorization_grant");
        const grants = verified.find(({ table }) => table === "authorization_grant");
        assert.deepEqual(grants?.rows, stored?.["count"]);
        assert.deepEqual(grants?.read, grants?.rows);
      }
      if (scratch.startsWith("sqlite:")) assert.ok(!existsSync(scratch.replace("sqlite://", "")));
    });
  }

  it("is read in a temporary folder, if no scratch database is named", async () => {
    const verified = await verify(file);
    assert.ok(verified.length > 50);
  });

  it("is refused where a key cannot be unsealed", async () => {
    const settings = { "secrets.system": ["another system secret"] };
    const sealedOtherwise = await backUp(dsn, settings);
    const { message } = await refusalOf(verify(sealedOtherwise, settings));
    assert.match(
      message,
      /is authentic and complete, but its database is not in order: No secret opens the seal of \["key","/,
    );
  });

  it("is in order where grants ended with their secret, and says how many", async () => {
    const withoutKeys = await restore(
      await changed("delete from json_web_key"),
      await sqlite.emptyDsn(),
    );
    const settings = { "secrets.system": ["another system secret"] };
    const verified = await verify(await backUp(withoutKeys, settings), settings);
    const grants = verified.find(({ table }) => table === "authorization_grant");
    assert.deepEqual([grants?.read, grants?.ended], [0, grants?.rows]);
  });

  it("is refused where a client, a key, a grant or an account cannot be read", async () => {
    const changes: readonly (readonly [string, RegExp])[] = [
      ["update client set document = '{}'", /The document of client "/],
      [
        "update client set document = json_set(document, '$.token_endpoint_auth_method', 'telepathy')",
        /The client \S+ is invalid: The field token_endpoint_auth_method must be/,
      ],
      ["update json_web_key set sealed = x'00'", /No secret opens the seal of/],
      ["update authorization_grant set cnf = 'none'", /The document of authorization_grant "/],
      ["update account set profile = '[]'", /The document of account "/],
    ];
    for (const [sql, says] of changes) {
      const { message, is_misconfigured } = await refusalOf(verify(await changed(sql)));
      assert.match(message, says);
      assert.match(message, /but its database is not in order/);
      assert.equal(is_misconfigured, false);
    }
  });

  it("does not touch a scratch database that has something", async () => {
    const taken = await restore(file, await postgres.emptyDsn());
    const { message } = await refusalOf(verify(file, {}, taken));
    assert.match(message, /has tables already/);
    assert.ok((await rowsOf(taken, "select client_id from client")).length > 0);
  });
});
