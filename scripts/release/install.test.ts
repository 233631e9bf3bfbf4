import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { withoutNpm } from "../guides/support/npm.ts";
import { packedTarballs } from "../guides/support/tarballs.ts";
import { fillPage } from "./fill-pages.ts";
import { localManifest, packageNames, tarballOf } from "./package-source.ts";
import { PUBLISHED } from "./published.ts";
import { dependentExamples, root } from "./write-pages.ts";

const run = promisify(execFile);

const skip = PUBLISHED && "the packages are published";

describe("before the release, with a registry that lacks the packages", { skip }, () => {
  const requested: string[] = [];
  const work = mkdtempSync(join(tmpdir(), "latchkey-unpublished-"));
  const dist = join(work, "dist");
  let env: NodeJS.ProcessEnv;

  before(async () => {
    const { dependencies } = await packedTarballs();
    mkdirSync(dist);
    for (const file of Object.values(dependencies).map((url) => url.replace("file:", "")))
      cpSync(file, join(dist, basename(file)));
    const { stdout } = await run("npm", ["config", "get", "registry"], { cwd: root });
    const registry = await startRegistry(stdout.trim(), requested);
    const cache = join(work, "cache"); // Of its own: a cached package would not be requested.
    env = {
      ...withoutNpm(),
      npm_config_registry: registry,
      npm_config_cache: cache,
      npm_config_audit: "false",
      npm_config_update_notifier: "false",
    };
  });
  after(() => rmSync(work, { recursive: true, force: true }));

  it("npx latchkey runs the command of the clone", async () => {
    const { stdout } = await run("npx", ["latchkey", "version"], { cwd: root, env });
    assert.match(stdout, /^latchkey v/);
    assert.deepEqual(requested.splice(0), []);
  });

  it("the folder of tarballs installs, and runs the command", async () => {
    const folder = join(work, "server");
    cpSync(dist, folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), localManifest());
    await run("npm", ["install"], { cwd: folder, env });
    const { stdout } = await run("npx", ["latchkey", "version"], { cwd: folder, env });
    assert.match(stdout, /^latchkey v/);
    assert.deepEqual(requested.splice(0), []);
  });

  it("a package of an install block installs in a project", async () => {
    const [, block] = /```json example\n([^]*?)```/.exec(fillPage(TESTING, false)) ?? [];
    const folder = join(work, "project");
    cpSync(dist, join(work, "latchkey/dist"), { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), block ?? "");
    await run("npm", ["install"], { cwd: folder, env });
    assert.ok(existsSync(join(folder, "node_modules/@latchkey/server")));
    assert.deepEqual(requested.splice(0), []);
  });

  it("create-latchkey writes a project whose packages are the tarballs", async () => {
    const creator = join(dist, tarballOf("create-latchkey"));
    const words = ["create-latchkey", "photos", "--kind", "web", "--packages", dist];
    await run("npx", ["-y", "-p", creator, ...words], { cwd: work, env });
    await run("npm", ["install"], { cwd: join(work, "photos"), env });
    assert.deepEqual(requested.splice(0), []);
  });

  for (const example of Object.keys(dependentExamples)) {
    it(`examples/${example} installs beside a clone`, async () => {
      const folder = join(work, "app");
      cpSync(dist, join(work, "latchkey/dist"), { recursive: true });
      cpSync(join(root, "examples", example), folder, { recursive: true });
      await run("npm", ["install"], { cwd: folder, env });
      rmSync(folder, { recursive: true });
      assert.deepEqual(requested.splice(0), []);
    });
  }
});

const TESTING = "<!-- install @latchkey/testing --save-dev -->\n<!-- end -->";

/** A registry that redirects to another one, except for the packages of this repository: those it does not have. */
async function startRegistry(other: string, requested: string[]): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/");
    if (packageNames.some((name) => path.startsWith(`/${name}`) || path.startsWith("/@latchkey"))) {
      requested.push(path);
      response.writeHead(404).end();
    } else response.writeHead(307, { location: new URL(path.slice(1), other).href }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return `http://127.0.0.1:${address.port}/`;
}
