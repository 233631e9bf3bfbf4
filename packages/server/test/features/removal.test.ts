import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { settingsTable } from "../../src/config/settings.ts";
import type { Feature } from "../../src/feature/feature.ts";
import { features as composed } from "../../../cli/src/features.ts";
import { createTestServer } from "../support/server.ts";

/** What a server says of itself. */
interface Described {
  readonly discovery: Readonly<Record<string, unknown>>;
  readonly openapi: { readonly paths: Readonly<Record<string, object>> };
  readonly settings: readonly string[];
  /** The operations that the console shows. */
  readonly console: readonly string[];
}

const whole = await describeServer(composed);

describe("a server without a feature", () => {
  for (const feature of composed) {
    it(`${feature.name}: starts, and its discovery, reference, settings and console do not know it`, async () => {
      const rest = composed.filter((other) => other !== feature);
      const without = await describeServer(rest);
      const rows = [...Object.values(feature.operations), ...Object.values(feature.pages ?? {})];
      for (const { path, discovery } of rows) {
        assert.ok(path in whole.openapi.paths, path);
        assert.ok(!(path in without.openapi.paths), path);
        if (discovery !== null) assert.ok(!(discovery.name in without.discovery), discovery.name);
      }
      const shown = Object.keys(feature.operations).filter((id) => without.console.includes(id));
      assert.deepEqual(shown, []);
      assert.ok(Object.keys(feature.operations).every((id) => whole.console.includes(id)));
      const keys = Object.keys(feature.settings ?? {});
      assert.deepEqual(
        keys.filter((key) => without.settings.includes(key)),
        [],
      );
      assert.equal(without.settings.length, whole.settings.length - keys.length);
    });
  }
});

it("the core compiles without any feature", async () => {
  const server = join(import.meta.dirname, "../..");
  const copy = mkdtempSync(join(server, "../../.core-"));
  after(() => rmSync(copy, { recursive: true }));
  cpSync(join(server, "src"), join(copy, "src"), {
    recursive: true,
    filter: (path) => !path.endsWith(".test.ts") && !path.includes("/src/features/"),
  });
  cpSync(join(server, "package.json"), join(copy, "package.json"));
  writeFileSync(
    join(copy, "src/features/standard.ts"),
    `import type { Feature } from "../feature/feature.ts";
export const standardFeatures: readonly Feature[] = [];
`,
  );
  const config = { extends: "../tsconfig.json", include: ["src"] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(server, "../../node_modules/.bin/tsc");
  await promisify(execFile)(tsc, ["-p", copy]).catch((error: { readonly stdout: string }) =>
    assert.fail(error.stdout),
  );
});

async function describeServer(features: readonly Feature[]): Promise<Described> {
  const { server, fetch } = await createTestServer({}, { features });
  const read = async (path: string) => (await fetch(`http://admin.test${path}`)).json();
  try {
    const page = await (await fetch("http://admin.test/console")).text();
    return {
      discovery: await read("/.well-known/openid-configuration"),
      openapi: await read("/openapi.json"),
      settings: settingsTable(features).keys,
      console: / name="operations" content="([^"]*)"/.exec(page)?.[1]?.split(" ") ?? [],
    };
  } finally {
    await server.close();
  }
}
