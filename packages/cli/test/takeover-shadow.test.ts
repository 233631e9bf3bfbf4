import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-shadow-command-"));
after(() => rmSync(folder, { recursive: true }));

const env = { SECRETS_SYSTEM: "a-secret-of-tests-only" };
const dsn = `sqlite://${join(folder, "copy.sqlite")}`;

describe("latchkey takeover shadow", () => {
  it("asks for the old server before it opens a database", async () => {
    const { code, err } = await runInProcess(`takeover shadow --dsn ${dsn}`, { env });
    assert.equal(code, 2);
    assert.match(err, /^--old takes two values, public and admin/);
  });

  it("says which command creates the tables that it needs", async () => {
    const line = `takeover shadow --old http://127.0.0.1:1,http://127.0.0.1:2 --dsn ${dsn}`;
    const { code, err } = await runInProcess(line, { env });
    assert.equal(code, 1);
    assert.match(err, /run latchkey takeover first/);
  });

  it("forwards requests to the old server, and reports where this one answers otherwise", async () => {
    const [front, admin_front] = await freePorts();
    const [admin_port] = await freePorts();
    const old = await startSignInServer({ "serve.admin.port": admin_port });
    const migrated = await runInProcess(`migrate sql ${dsn}`, { env });
    assert.equal(migrated.code, 0, migrated.err);

    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const olds = `${old.issuer},http://127.0.0.1:${admin_port}`;
    const listen = `127.0.0.1:${front},127.0.0.1:${admin_front}`;
    const { promise: isListening, resolve: listening } = Promise.withResolvers<void>();
    const running = runInProcess(
      `takeover shadow --old ${olds} --listen ${listen} --dsn ${dsn} --urls.self.issuer ${old.issuer}`,
      {
        env,
        stopped: () => stopped,
        onErr: (text) => text.includes(`127.0.0.1:${admin_front}`) && listening(),
      },
    );
    await Promise.race([isListening, running]);
    const answer = await fetch(`http://127.0.0.1:${admin_front}/clients/nobody`);
    assert.equal(answer.status, 401);
    await answer.text();
    await old.latchkey.createOAuth2Client({ body: { client_name: "Photos" } });
    const listed = await fetch(`http://127.0.0.1:${admin_front}/clients`);
    assert.equal(listed.status, 200);
    await listed.text();
    stop();
    const { err, out, code } = await running;
    assert.match(err, /^2 requests compared, 1 with equal answers\.$/m, out);
    assert.match(out, /GET \/clients +missing_member/); // The copy has none.
    assert.equal(code, 1, err);
  });
});
