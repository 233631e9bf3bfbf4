import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fieldsOf } from "../../server/test/operations/refusal.ts";
import { freePorts } from "../../server/test/processes/free-ports.ts";
import { registerApp } from "../../server/test/support/app.ts";
import { codeFor, redeem } from "../../server/test/support/flow.ts";
import { createTestServer } from "../../server/test/support/server.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runCommand } from "./run-command.ts";
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
    const fronts = `127.0.0.1:${front},127.0.0.1:${admin_front}`;
    const { promise: isListening, resolve: listening } = Promise.withResolvers<void>();
    const running = runInProcess(
      `takeover shadow --old ${olds} --listen ${fronts} --settle 0 --dsn ${dsn} --urls.self.issuer ${old.issuer}`,
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

  for (const old of ["ftp://a,http://b", "http://a?x=1,http://b", "http://u:p@a,http://b"]) {
    it(`takes no ${old} for the old server`, async () => {
      const { code, err } = await runInProcess(`takeover shadow --old ${old} --dsn ${dsn}`, {
        env,
      });
      assert.equal(code, 2);
      assert.match(err, /^--old takes (?:two )?URLs/);
      assert.doesNotMatch(err, /u:p@/);
    });
  }

  it("answers what the old server was asked before it ends", async () => {
    const [front, admin_front] = await freePorts();
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    const old = createServer((_request, response) => {
      onAsked();
      void answering.then(() => response.end("{}"));
    });
    const port = await listen(old);
    const migrated = await runInProcess(`migrate sql ${dsn}`, { env });
    assert.equal(migrated.code, 0, migrated.err);
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const { promise: isListening, resolve: listening } = Promise.withResolvers<void>();
    const running = runInProcess(
      `takeover shadow --old http://127.0.0.1:${port},http://127.0.0.1:${port} --listen 127.0.0.1:${front},127.0.0.1:${admin_front} --dsn ${dsn}`,
      {
        env,
        stopped: () => stopped,
        onErr: (text) => text.includes(`127.0.0.1:${admin_front}`) && listening(),
      },
    );
    await Promise.race([isListening, running]);
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "one" });
    const answered = fetch(`http://127.0.0.1:${front}/oauth2/token`, { method: "POST", body });
    await asked;
    stop();
    while (await connects(front)) await pause(5);
    answer();
    assert.equal((await answered).status, 200);
    assert.match((await running).err, /^1 not compared: /m);
  });

  it("logs nothing of what it only compares, and prints nothing but its report", async () => {
    const copy = `sqlite://${join(folder, "used.sqlite")}`;
    const server = await createTestServer({ dsn: copy });
    const photos = await registerApp(server.latchkey);
    const code = await codeFor(server, photos);
    await redeem(server, photos, code);
    await server.server.close();
    const form = { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri };
    const exchange = {
      request: {
        listener: "public",
        method: "POST",
        target: "/oauth2/token",
        headers: {
          authorization: photos.authorization,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(form).toString(),
      },
      old: { status: 200, body: "{}" },
    };
    const recorded = join(folder, "recorded.jsonl");
    writeFileSync(recorded, `${JSON.stringify(exchange)}\n`);
    const { out, err } = await runCommand(
      `takeover shadow --replay ${recorded} --dsn ${copy} --format json`,
      { env: { SECRETS_SYSTEM: "a system secret for tests only" } },
    );
    assert.doesNotMatch(err, /replayed/);
    const { differences } = fieldsOf(JSON.parse(out));
    assert.match(JSON.stringify(differences), /"own":"400 invalid_grant"/);
  });
});

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}

/** Whether a port still accepts connections. */
async function connects(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}
