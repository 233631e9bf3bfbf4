import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { userInfo, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runCommand } from "./run-command.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-audit-"));
after(() => rmSync(folder, { recursive: true }));
const [, admin_port] = await freePorts();
const { latchkey } = await startSignInServer({ "serve.admin.port": admin_port });
const env = { LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}` };
const file = join(folder, "audit.jsonl");

before(async () => {
  for (const client_name of ["one", "two\u2028lines", "three"])
    await latchkey.createOAuth2Client({ body: { client_name } });
  const clients = await latchkey.listOAuth2Clients({ client_name: "three" });
  const id = clients[0]?.client_id ?? "";
  await latchkey.updateOAuth2Client({ id, body: { client_name: "four" } });
});

describe("latchkey audit", () => {
  it("lists changes, newest first, and says how to get more", async () => {
    const { code, out, err } = await runInProcess("audit list --type client --limit 2", { env });
    assert.equal(code, 0);
    const [heading = "", newest = "", second = ""] = out.split("\n");
    assert.match(heading, /^ *NUMBER +AT +CALLER +FROM +ACTION +OBJECT +OPERATION/);
    assert.match(newest, /local +127\.0\.0\.1 +updated +client .* +updateOAuth2Client/);
    assert.match(second, /created/);
    assert.match(err, /--before \d+/);
  });

  it("finds changes by time, caller, action and text", async () => {
    const numbers = async (flags: string): Promise<number> => {
      const { code, out, err } = await runInProcess(`audit list --quiet ${flags}`, { env });
      assert.equal(code, 0, err);
      return out.split("\n").filter(Boolean).length;
    };
    assert.equal(await numbers("--action updated"), 1);
    assert.equal(await numbers("--action updated --since 1h"), 1);
    assert.equal(await numbers("--until 1h"), 0);
    assert.equal(await numbers("--since 2020-01-01T00:00:00Z --type client"), 4);
    assert.equal(await numbers("--search FOUR"), 1);
    assert.equal(await numbers("--caller nobody"), 0);
    const { code, err } = await runInProcess("audit list --since yesterday", { env });
    assert.equal(code, 2);
    assert.match(err, /--since takes a time/);
  });

  it("exports lines that it verifies without a server, and shows what their last hash is", async () => {
    const { code, out, err } = await runInProcess("audit export", { env });
    assert.equal(code, 0);
    writeFileSync(file, out);
    const head = await runInProcess("audit head --quiet", { env });
    assert.match(err, new RegExp(`^Exported \\d+ entries\\. The last is \\d+ ${head.out.trim()}`));
    const verified = await runInProcess(`audit verify ${file}`);
    assert.equal(verified.code, 0, verified.err);
    assert.match(verified.out, /^\d+ entries, 1 to \d+: one unbroken chain\.\n/);
    assert.ok(verified.out.includes(head.out.trim()));
    assert.match(verified.err, /without --head/);
    const pinned = await runInProcess(`audit verify ${file} --head ${head.out}`);
    assert.deepEqual([pinned.code, pinned.err], [0, ""]);
  });

  it("continues an export", async () => {
    const [first = "", ...rest] = lines();
    const { out } = await runInProcess("audit export --after 1", { env });
    assert.equal(out, rest.join(""));
    const part = join(folder, "part.jsonl");
    writeFileSync(part, out);
    const { hash } = JSON.parse(first);
    assert.equal((await runInProcess(`audit verify ${part} --after ${hash}`)).code, 0);
    const other = await runInProcess(`audit verify ${part} --after ${"0".repeat(64)}`);
    assert.deepEqual([other.code, other.err.startsWith("Line 1: unlinked")], [1, true]);
  });

  it("says the first line that was altered, dropped or moved", async () => {
    const [one = "", two = "", three = "", ...rest] = lines();
    const tampered: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
      altered: [
        [one, two.replace('"action":"', '"action":"x'), three, ...rest],
        /^Line 2: altered/,
      ],
      dropped: [[one, three, ...rest], /^Line 2: dropped\. Entry 2 is missing/],
      moved: [[one, three, two, ...rest], /^Line 2: reordered/],
      cut: [["{", ...rest], /^Line 1: unreadable/],
    };
    for (const [title, [given, expected]] of Object.entries(tampered)) {
      const path = join(folder, `${title}.jsonl`);
      writeFileSync(path, given.join(""));
      const { code, err, out } = await runInProcess(`audit verify ${path}`);
      assert.deepEqual([code, out], [1, ""], title);
      assert.match(err, expected);
    }
  });

  it("reads standard input", async () => {
    const { code, out } = await runCommand("audit verify", { input: readFileSync(file, "utf8") });
    assert.equal(code, 0);
    assert.match(out, /one unbroken chain/);
  });

  it("refuses what is no hash", async () => {
    const { code, err } = await runInProcess(`audit verify ${file} --head 12`);
    assert.equal(code, 2);
    assert.match(err, /64 hexadecimal digits/);
  });
});

it("a command that works on the database is named with the user of the operating system", async () => {
  const own = {
    DSN: `sqlite://${join(folder, "own.sqlite")}`,
    SECRETS_SYSTEM: "a system secret for tests",
  };
  await runInProcess("migrate sql", { env: own });
  const secret = () => Promise.resolve("correct horse battery");
  const created = await runInProcess("accounts create bob --database", { env: own, secret });
  assert.equal(created.code, 0, created.err);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(folder, "own.sqlite"));
  after(() => database.close());
  const row = database.prepare("select * from audit_entry").get();
  assert.deepEqual(
    [row?.["caller_kind"], row?.["caller_id"], row?.["operation"], row?.["action"]],
    ["command", userInfo().username, "accounts", "created"],
  );
});

function lines(): readonly string[] {
  return readFileSync(file, "utf8")
    .split(/(?<=\n)/)
    .filter(Boolean);
}
