import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readManifest } from "./manifest.ts";
import { budgets, installedWith } from "./sizes.ts";

const root = join(import.meta.dirname, "../..");
const manifests = readdirSync(join(root, "packages"))
  .map((folder) => readManifest(join(root, "packages", folder)))
  .toSorted((one, other) => one.name.localeCompare(other.name));

// pack.test.ts compares the sizes of the tarballs.
describe("the dependencies of every package are within its budget", () => {
  it("and every package has one", () => {
    assert.deepEqual(
      Object.keys(budgets).toSorted((one, other) => one.localeCompare(other)),
      manifests.map(({ name }) => name),
    );
  });

  for (const { name, dependencies = {} } of manifests) {
    it(name, () => {
      const foreign = Object.keys(dependencies).filter((other) => !other.startsWith("@latchkey/"));
      assert.deepEqual(foreign, budgets[name]?.dependencies);
      const installed = installedWith(name, root);
      assert.equal(installed.length, budgets[name]?.installed, installed.join("\n"));
    });
  }
});
