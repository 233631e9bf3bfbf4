import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { readManifest } from "./manifest.ts";
import { packAll } from "./pack-all.ts";

const root = join(import.meta.dirname, "../..");
const binaries = join(root, "node_modules/.bin");
const manifests = readdirSync(join(root, "packages")).map((folder) =>
  readManifest(join(root, "packages", folder)),
);

describe("a project that installs the packages", () => {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const tarball_folder = mkdtempSync(join(dist, "test-"));
  const home = mkdtempSync(join(tmpdir(), "latchkey-consumer-"));
  after(() => {
    rmSync(tarball_folder, { recursive: true });
    rmSync(home, { recursive: true });
  });

  before(() => {
    const tarballs = packAll(tarball_folder).map((name) => join(tarball_folder, name));
    assert.equal(tarballs.length, manifests.length);
    for (const tarball of tarballs) assert.ok(statSync(tarball).size < 1_000_000, tarball);
    writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }');
    run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs);
    cpSync(join(import.meta.dirname, "consumer"), home, { recursive: true });
  });

  it("gets built files only, with a licence and a README", () => {
    for (const { name } of manifests) {
      const files = readdirSync(join(home, "node_modules", name), { recursive: true }).map(String);
      for (const file of ["LICENSE", "README.md", "package.json"]) assert.ok(files.includes(file));
      const sources = files.filter((file) => /(?<!\.d)\.ts$|^src|\.test\./.test(file));
      assert.deepEqual(sources, [], name);
    }
  });

  it("sees which Node the server and the command need", () => {
    for (const name of ["@latchkey/server", "latchkey"]) {
      const { engines } = JSON.parse(
        readFileSync(join(home, "node_modules", name, "package.json"), "utf8"),
      );
      assert.deepEqual(engines, { node: ">=24.7" }, name);
    }
  });

  it("can run the command", () => {
    const output = run(join(home, "node_modules/.bin/latchkey"), "version");
    assert.match(output, new RegExp(`^latchkey v${readManifest(root).version} `));
  });

  it("can start a server and call it through both clients, in plain JavaScript", () => {
    assert.equal(run("node", "run.js"), "all is well\n");
  });

  it("compiles against the types of the packages", () => {
    run(join(binaries, "tsc"), "-p", "browser");
    run(join(binaries, "tsc"), "-p", "server", "--typeRoots", join(root, "node_modules/@types"));
  });

  it("passes publint", async () => {
    for (const { name } of manifests) {
      const pkgDir = join(home, "node_modules", name);
      const { messages, pkg } = await publint({
        pkgDir,
        strict: true,
        level: "warning",
        pack: false,
      });
      assert.deepEqual(
        messages.map((message) => `${name}: ${formatMessage(message, pkg)}`),
        [],
      );
    }
  });

  function run(command: string, ...words: string[]): string {
    const PATH = [binaries, process.env["PATH"]].join(delimiter);
    try {
      return execFileSync(command, words, {
        cwd: home,
        encoding: "utf8",
        env: { ...process.env, PATH },
      });
    } catch (error) {
      const { stdout, stderr } = Object(error);
      throw new Error(`${command} ${words[0]} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }
});

it("all packages have one version, and ask for that version of one another", () => {
  const { version } = readManifest(root);
  for (const { name, version: own, dependencies = {} } of manifests) {
    assert.equal(own, version, name);
    const ours = Object.entries(dependencies).filter(([other]) => other.startsWith("@latchkey/"));
    for (const [other, wanted] of ours) assert.equal(wanted, version, `${name} asks for ${other}`);
  }
});
