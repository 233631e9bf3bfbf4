import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { text } from "node:stream/consumers";

import { hashApiKey } from "@latchkey/server";

import { COMMAND, canEmulateTerminal, runCommand, runInTerminal } from "./run-command.ts";

const cwd = mkdtempSync(join(tmpdir(), "latchkey-command-"));
after(() => rmSync(cwd, { recursive: true }));

const ESCAPE = "\u001b";

type Line = readonly [typed: string, code: number, says: RegExp];

/** Exit code, and the beginning of the output. terminal.test.ts runs the other commands. */
const lines: readonly Line[] = [
  ["", 2, /^Latchkey, an OAuth 2\.0/],
  ["help", 0, /^Latchkey, an OAuth 2\.0/],
  ["config", 0, /^dsn: sqlite:/],
  ["config --ttl.id_token=soon", 3, /^ttl\.id_token must be/],
  ["migrate sql", 0, /^(applied \S+\n)+$|^The database is up to date\.\n$/],
  ["api-keys create --scope read", 0, /^The API key, shown only once\./],
  ["version", 0, /^latchkey v?\d+\.\d+\.\d+ on Node\.js \d+\.\d+\.\d+\n$/],
];

const failures: readonly Line[] = [
  ["serv", 2, /^Unknown command latchkey serv: did you mean latchkey serve\?\n/],
  ["migrate sql sqlite:///dev/null/latchkey.sqlite", 1, /\/dev\/null/],
  ["clients create --help", 0, /^.+\n\nUsage: latchkey clients create/],
  ["clients list --endpoint=http://127.0.0.1:1 --fail-after=0", 4, /^No server responds at http/],
];

describe("without a terminal", { concurrency: 2 }, () => {
  for (const [typed, code, says] of [...lines, ...failures]) {
    it(`latchkey ${typed} → ${code}`, async () => {
      const seen = await runCommand(typed, { cwd });
      const [said, unsaid] =
        code === 0 || typed === "" ? [seen.out, seen.err] : [seen.err, seen.out];
      assert.match(said, says);
      assert.equal(unsaid, "");
      assert.equal(seen.code, code);
      assert.ok(!said.includes(ESCAPE) && !said.includes("    at "));
    });
  }
});

describe("at a terminal", { concurrency: 2 }, () => {
  before(() => assert.ok(canEmulateTerminal, "These tests need the program script of util-linux."));

  for (const [typed, code, says] of lines.slice(1, 4)) {
    it(`latchkey ${typed} → ${code}`, async () => {
      const seen = await runInTerminal(typed, { cwd });
      assert.match(seen.out, says);
      assert.equal(seen.code, code);
    });
  }

  const serve = "serve --dsn=memory --serve.public.port=0 --serve.admin.port=0";
  const answer = { to: /health +http/, typed: "\u0003" }; // Ctrl-C

  it("latchkey serve prints a bold startup message, and Ctrl-C exits with 0", async () => {
    const { code, out } = await runInTerminal(serve, { cwd, answer });
    const shown = out.replaceAll(ESCAPE, "ESC");
    assert.match(shown, /ESC\[1mLatchkey v?\S+ is listening\.ESC\[0m\n\n {2}public +http:/);
    assert.equal(code, 0);
  });

  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }] as const) {
    it(`latchkey serve prints a plain startup message with ${JSON.stringify(env)}`, async () => {
      const { code, out } = await runInTerminal(serve, { cwd, env, answer });
      assert.match(out, /^\nLatchkey v?\S+ is listening\.\n/);
      assert.ok(!out.includes(ESCAPE));
      assert.equal(code, 0);
    });
  }
});

it("latchkey config masks secrets from every source", async () => {
  const secrets = {
    SECRETS_SYSTEM: "the first system secret,the second system secret",
    SECRETS_COOKIE: "the first cookie secret",
    OIDC_SUBJECT_IDENTIFIERS_PAIRWISE_SALT: "salt of the earth",
    SERVE_TLS_KEY_BASE64: "c2VjcmV0IGtleQ==",
    SERVE_TLS_CERT_PATH: "tls.crt",
    SERVE_ADMIN_API_KEYS: `read:${hashApiKey("opens the admin listener")}`,
    DSN: "postgres://latchkey:hunter2@db/latchkey?password=hunter3",
  };
  const { code, out } = await runCommand("config", { cwd, env: secrets });
  assert.equal(code, 0);
  for (const name of Object.keys(secrets)) assert.match(out, new RegExp(` # \\$${name}$`, "m"));
  assert.doesNotMatch(out, /first (?:system|cookie)|second system|earth|c2Vj|hunter/);
  assert.ok(!out.includes(hashApiKey("opens the admin listener")));
});

it("latchkey api-keys create prints a new key and its entry each time", async () => {
  const pages = await Promise.all(
    [1, 2].map(() => runCommand("api-keys create --scope read,keys")),
  );
  const keys = pages.map(({ out }) => {
    const [, key = "", entry] = /^ {2}(lk_key_\S+)$[^]*^ {2}(\S+)$/m.exec(out) ?? [];
    assert.equal(entry, `read+keys:${hashApiKey(key)}`);
    return key;
  });
  assert.notEqual(keys[0], keys[1]);
});

it("latchkey version prints the versions of the package and of Node.js", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const { out } = await runCommand("version");
  assert.equal(out, `latchkey v${version} on Node.js ${process.versions.node}\n`);
});

it("a closed pipe causes no stack trace", async () => {
  const words = [COMMAND, "config", "--reference"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const closed = once(child, "close");
  assert.equal(await text(child.stderr), "");
  await closed;
});
