import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { commandNames } from "./commands.ts";
import { isSettingVariable, problemsOf, read, root, stopSeconds } from "./files.ts";

const unit = read("deploy/systemd/latchkey.service");
const settings = read("deploy/systemd/latchkey.yml");

describe("deploy/systemd", () => {
  it("has settings that a server starts with", () => {
    assert.deepEqual(problemsOf({ files: { "latchkey.yml": settings } }), []);
  });

  it("moves to PostgreSQL with the two variables it speaks of", () => {
    const files = { "latchkey.yml": settings };
    const env = { DSN: "postgres://latchkey@db/latchkey", SECRETS_SYSTEM: "a secret of the test" };
    for (const name of Object.keys(env))
      assert.ok(settings.includes(name) && isSettingVariable(name));
    assert.deepEqual(problemsOf({ files, env }), []);
  });

  it("starts a command that exists, by a script and with a page that exist", () => {
    const [, script = "", command = ""] =
      /^ExecStart=\S+ \/opt\/latchkey\/(\S+) (\S+)/m.exec(unit) ?? [];
    assert.ok(existsSync(join(root, script)), script);
    assert.ok(commandNames.has(command), command);
    const [, page = ""] = /^Documentation=file:\/\/\/opt\/latchkey\/(\S+)$/m.exec(unit) ?? [];
    assert.ok(existsSync(join(root, page)), page);
  });

  it("runs with the Node that the recipe installs, of a version that is supported", () => {
    const [, program = ""] = /^ExecStart=(\S+)/m.exec(unit) ?? [];
    const page = read("docs/deploying.md");
    const recipe = page.slice(page.indexOf("## systemd"), page.indexOf("## Kubernetes"));
    assert.ok(recipe.includes(`${program} --version`), program);
    const [, installed = ""] = /nodesource\.com\/setup_(\d+)\.x/.exec(recipe) ?? [];
    const { publishConfig }: { publishConfig: { engines: { node: string } } } = JSON.parse(
      read("packages/cli/package.json"),
    );
    const supported = publishConfig.engines.node;
    const [, required = ""] = /^>=(\d+\.\d+)/.exec(supported) ?? [];
    assert.ok(recipe.includes(`Node ${required} or later`), supported);
    assert.ok(Number(installed) >= Math.floor(Number(required)), installed);
  });

  it("is not killed while it stops", () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)s$/m.exec(unit) ?? [];
    assert.ok(Number(seconds) > stopSeconds({ "latchkey.yml": settings }));
  });

  it("is installed by a recipe that builds the console before it drops what builds it", () => {
    const page = read("docs/deploying.md");
    const recipe = page.slice(page.indexOf("## systemd"), page.indexOf("## Kubernetes"));
    const installs = [...recipe.matchAll(/^npm [^#\n]*/gm)].map(([line]) => line.trim());
    assert.deepEqual(installs, ["npm ci", "npm prune --omit=dev --ignore-scripts"]);
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    assert.equal(scripts["prepare"], "node packages/console/build.js");
  });

  it("warns when the console cannot be built, and fails where it is required", () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-build-"));
    after(() => rmSync(folder, { recursive: true }));
    copyFileSync(join(root, "packages/console/build.js"), join(folder, "build.mjs"));
    const build = (...words: string[]) =>
      spawnSync(process.execPath, [join(folder, "build.mjs"), ...words], { encoding: "utf8" });
    assert.match(build().stderr, /console was not built.*npm ci/s);
    assert.deepEqual([build().status, build("--required").status], [0, 1]);
  });

  it("leaves the settings to the file that it names", () => {
    const [, file = ""] = / -c (\S+)/.exec(unit) ?? [];
    assert.ok(settings.startsWith(`# ${file}`), file);
  });
});
