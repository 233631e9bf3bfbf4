import assert from "node:assert/strict";
import { before, describe, it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { openVisitor } from "../../server/test/support/page-visitor.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
const { issuer, subject } = await startSignInServer({ "serve.admin.port": admin_port });
const env = { LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}` };

before(async () => {
  for (const username of ["alice", "mallory"]) {
    const visitor = openVisitor({
      fetch: (url, init) => {
        const { href } = url instanceof Request ? new URL(url.url) : new URL(url);
        return fetch(href.replace("http://public.test", issuer), init);
      },
    });
    await visitor.submit(await visitor.visit("/account"), { username, password: "a guess" });
  }
});

describe("latchkey failed-sign-ins", () => {
  it("lists them, and says how to get more", async () => {
    const { code, out, err } = await runInProcess("failed-sign-ins list", { env });
    assert.equal(code, 0, err);
    assert.match(out, /ID +LAST +COUNT +ACCOUNT +FROM +METHOD +REASON/);
    assert.match(out, / 1 +alice +127\.0\.0\.0\/24 +password +wrong_password/);
    assert.match(out, / 1 +127\.0\.0\.0\/24 +password +unknown_name/);
    assert.doesNotMatch(out, /mallory/);
    const first = await runInProcess("failed-sign-ins list --limit 1 --quiet", { env });
    assert.match(first.err, new RegExp(`--before ${first.out.trim()}`));
    const next = `failed-sign-ins list --quiet --before ${first.out.trim()}`;
    assert.equal((await runInProcess(next, { env })).out.trim().split("\n").length, 1);
  });

  it("finds them by account, reason and time", async () => {
    const count = async (flags: string): Promise<number> => {
      const { code, out, err } = await runInProcess(`failed-sign-ins list --json ${flags}`, {
        env,
      });
      assert.equal(code, 0, err);
      const found: { subject: string }[] = JSON.parse(out);
      assert.ok(found.every((one) => !flags.includes("alice") || one.subject === subject));
      return found.length;
    };
    assert.equal(await count("--username alice --since 1h"), 1);
    assert.equal(await count("--reason unknown_name"), 1);
    assert.equal(await count("--until 1h"), 0);
    const { code, err } = await runInProcess("failed-sign-ins list --reason bad_luck", { env });
    assert.equal(code, 2);
    assert.match(err, /--reason/);
  });

  it("exports none whose ten minutes are not over", async () => {
    const { code, out, err } = await runInProcess("failed-sign-ins export", { env });
    assert.deepEqual([code, out, err], [0, "", "Exported 0 entries.\n"]);
  });
});
