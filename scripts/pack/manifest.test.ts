import assert from "node:assert/strict";
import { it } from "node:test";
import { publishedManifest } from "./manifest.ts";

const manifest = {
  name: "@latchkey/example",
  version: "1.0.0",
  private: true,
  scripts: { build: "true" },
  exports: { ".": "./src/index.ts", "./express": "./src/express.ts" },
  devDependencies: { typescript: "7.0.2" },
  publishConfig: { engines: { node: ">=24.7" } },
};
const url = "https://github.com/example/latchkey";

it("a published manifest names built files and their types, and the repository for the provenance", () => {
  assert.deepEqual(publishedManifest(manifest, { url, folder: "packages/example" }), {
    name: "@latchkey/example",
    version: "1.0.0",
    engines: { node: ">=24.7" },
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./express": { types: "./dist/express.d.ts", default: "./dist/express.js" },
      "./package.json": "./package.json",
    },
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
    repository: { type: "git", url: `git+${url}.git`, directory: "packages/example" },
    files: ["dist", "bin", "templates"],
    publishConfig: { access: "public" },
  });
});

it("a manifest that is packed outside of a workflow names no repository", () => {
  const published = publishedManifest(manifest, undefined);
  assert.equal(Object.hasOwn(published, "repository"), false);
});
