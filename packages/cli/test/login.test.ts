import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

import { openVisitor } from "../../server/test/interop/visitor.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const { admin, issuer, latchkey } = await startSignInServer({
  "oauth2.device_authorization.token_polling_interval": "1s",
});
await latchkey.addOperator({ body: { username: "alice", role: "viewer" } });

const home = mkdtempSync(join(tmpdir(), "latchkey-login-"));
after(() => rmSync(home, { recursive: true }));
const folder = join(home, "latchkey");
const file = join(folder, "logins.json");
const env = { XDG_CONFIG_HOME: home, LATCHKEY_ADMIN_URL: admin };
const run = (line: string) => runInProcess(line, { env });

/** Runs `latchkey login`, and alice opens the page it prints. */
function logIn(decisions: readonly string[]) {
  const visitor = openVisitor({ issuer, decisions });
  return runInProcess("login", {
    env,
    onErr: (text) => {
      const [, url] = /sign in:\s+(\S+)/.exec(text) ?? [];
      if (url !== undefined) void visitor.visit(url);
    },
  });
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it("a login is kept where other users cannot read it, and commands use it", async () => {
  const result = await logIn(["sign_in", "allow", "confirm"]);
  assert.equal(result.code, 0, result.err);
  assert.match(result.out, /^Logged in as alice \(viewer\) until \S+\.\n$/);
  assert.equal(modeOf(file), "600");
  assert.equal(modeOf(folder), "700");
  assert.doesNotMatch(result.out + result.err, /lk_ops_/);

  const who = await run("whoami --format json");
  assert.partialDeepStrictEqual(JSON.parse(who.out), { caller: { name: "alice" }, role: "viewer" });
  assert.equal((await run("clients list")).code, 0);
  const denied = await run("clients create");
  assert.equal(denied.code, 5, denied.err);
  assert.match(denied.err, /needs the role operator, and yours is viewer/);
});

it("an API key goes before the login", async () => {
  const { key } = await latchkey.createApiKey({ body: { name: "CI", role: "operator" } });
  const who = await run(`whoami --format json --access-token ${key}`);
  assert.partialDeepStrictEqual(JSON.parse(who.out), { caller: { name: "CI" } });
});

it("a login is sent to no other endpoint", async () => {
  const who = await run(
    `whoami --format json --endpoint ${admin.replace("127.0.0.1", "localhost")}`,
  );
  assert.partialDeepStrictEqual(JSON.parse(who.out), { caller: { kind: "local" } });
});

it("a file that others can read is refused, and one that is not a list of logins", async () => {
  const text = readFileSync(file, "utf8");
  chmodSync(file, 0o644);
  assert.match((await run("whoami")).err, /Other users of this machine may read/);
  chmodSync(file, 0o600);
  writeFileSync(file, "{");
  assert.match((await run("whoami")).err, /cannot be read\. Delete it/);
  writeFileSync(file, text);
});

it("an expired login says to log in again", async () => {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/"expires_at": ".*"/, '"expires_at": "2020-01-01T00:00:00Z"'));
  const { err, code } = await run("clients list");
  assert.match(err, /Your login at \S+ expired at .*\. Log in again with latchkey login/);
  assert.equal(code, 5);
  writeFileSync(file, text);
});

it("a logout ends the session, and deletes the file", async () => {
  const { token } =
    Object.values<{ token: string }>(JSON.parse(readFileSync(file, "utf8")))[0] ?? {};
  assert.ok(token);
  assert.match((await run("logout")).out, /^Logged out of /);
  assert.equal(statSync(file, { throwIfNoEntry: false }), undefined);
  const late = await run(`whoami --access-token ${token}`);
  assert.match(late.err, /Your session|This session has ended/);
  assert.match((await run("logout")).out, /^You are not logged in/);
});

it("a user without a role is not logged in", async () => {
  const [operator] = await latchkey.listOperators();
  assert.ok(operator);
  await latchkey.removeOperator({ subject: operator.subject });
  const { code, err } = await logIn(["sign_in", "allow", "confirm"]);
  assert.equal(code, 5, err);
  assert.match(err, /have no role on this server/);
});
