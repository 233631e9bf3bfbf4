import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createProject, packageName, RefusedError } from "./create-project.ts";
import { kinds } from "./kinds.ts";

const home = mkdtempSync(join(tmpdir(), "create-latchkey-"));
after(() => rmSync(home, { recursive: true }));

const ours = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));

describe("a project", () => {
  for (const kind of Object.keys(kinds)) {
    it(`of the kind ${kind} has its name, its versions and no placeholder`, () => {
      const folder = join(home, `My ${kind}`);
      const paths = createProject(folder, kind, { version: "1.2.3" });
      for (const path of ["package.json", "README.md", "compose.yml", ".env", ".gitignore"])
        assert.ok(paths.includes(path), path);
      const texts = paths.map((path) => readFileSync(join(folder, path), "utf8"));
      assert.doesNotMatch(texts.join("\n"), /\{\{\w+\}\}/);
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      assert.equal(manifest.name, `my-${kind}`);
      const compose = readFileSync(join(folder, "compose.yml"), "utf8");
      assert.match(compose, new RegExp(`^name: "my-${kind}"$`, "m"));
      assert.equal(manifest.devDependencies["@latchkey/testing"], "^1.2.3");
      // Its scripts are TypeScript, which the Node of the machine may be too old for.
      assert.equal(manifest.devDependencies.node, `^${ours.devDependencies.node}`);
      assert.deepEqual(manifest.allowScripts, { node: true });
    });
  }

  it("has secrets of its own, which only the user can read", () => {
    const texts = ["one", "another"].map((name) => {
      createProject(join(home, name), "web", { version: "1.2.3" });
      assert.equal(statSync(join(home, name, ".env")).mode & 0o077, 0);
      return readFileSync(join(home, name, ".env"), "utf8");
    });
    const secrets = texts.join("\n").match(/(?<==)[\w-]{43}$/gm) ?? [];
    assert.equal(secrets.length, 6);
    assert.equal(new Set(secrets).size, 6);
  });

  it("takes the packages of Latchkey from tarballs, and others from the registry", () => {
    const folder = join(home, "packed");
    const tarballs = {
      "@latchkey/client": "file:/dist/latchkey-client-1.2.3.tgz",
      "@latchkey/api": "file:/dist/latchkey-api-1.2.3.tgz",
    };
    createProject(folder, "machine", { version: "1.2.3", tarballs });
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    assert.equal(manifest.dependencies["@latchkey/client"], tarballs["@latchkey/client"]);
    assert.deepEqual(manifest.overrides, tarballs);
    assert.match(manifest.devDependencies["@types/node"], /^\^?\d/);
  });

  it("is written into an empty folder, and into an empty repository", () => {
    mkdirSync(join(home, "empty"));
    mkdirSync(join(home, "repository/.git"), { recursive: true });
    for (const name of ["empty", "repository"])
      createProject(join(home, name), "api", { version: "1.2.3" });
    assert.ok(readdirSync(join(home, "repository")).includes("package.json"));
  });

  it("is refused where there are files, which stay as they are", () => {
    const folder = join(home, "full");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), "mine");
    assert.throws(() => createProject(folder, "api", { version: "1.2.3" }), RefusedError);
    assert.deepEqual(readdirSync(folder), ["package.json"]);
    assert.equal(readFileSync(join(folder, "package.json"), "utf8"), "mine");
    assert.throws(
      () => createProject(join(folder, "package.json"), "api", { version: "1.2.3" }),
      /is a file\. Name another folder/,
    );
  });
});

describe("the name of the package", () => {
  const table = [
    ["photos", "photos"],
    ["My Photos", "my-photos"],
    ["photos.example", "photos-example"],
    ["_private", "private"],
    ["写真", "latchkey-project"],
    ["a".repeat(300), "a".repeat(214)],
  ] as const;
  for (const [folder, name] of table) {
    it(`${folder.slice(0, 20)} → ${name.slice(0, 20)}`, () => {
      assert.equal(packageName(folder), name);
    });
  }
});
