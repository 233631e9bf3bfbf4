import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { type Operation, UNKNOWN_PATH } from "@latchkey/api";
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
  /** The statuses of the operations and pages of the feature that was left out, with what is said of each. */
  readonly responses: readonly { readonly path: string; status: number; text: string }[];
}

const whole = await describeServer(composed);

describe("a server without a feature", () => {
  for (const feature of composed) {
    it(`${feature.name}: starts, and its discovery, reference, settings and console do not know it`, async () => {
      const rest = composed.filter((other) => other !== feature);
      const without = await describeServer(rest, feature);
      const rows = [...Object.values(feature.operations), ...Object.values(feature.pages ?? {})];
      for (const { path, discovery } of rows) {
        assert.ok(path in whole.openapi.paths, path);
        assert.ok(!(path in without.openapi.paths), path);
        if (discovery !== null) assert.ok(!(discovery.name in without.discovery), discovery.name);
      }
      assert.ok(without.responses.length >= rows.length);
      for (const { path, status, text } of without.responses) {
        assert.equal(status, 404, path);
        assert.ok(text.includes(UNKNOWN_PATH), path);
      }
      const { grant_types = [] } = await feature.load();
      for (const { name } of grant_types)
        assert.ok(!JSON.stringify(without.discovery).includes(`"${name}"`), name);
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

it("a feature cannot take the place of a part of the core", async () => {
  const store: Feature = { name: "store", operations: {}, load: async () => ({ endpoints: {} }) };
  await assert.rejects(createTestServer({}, { features: [store] }), /cannot be called store/);
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

async function describeServer(
  features: readonly Feature[],
  left_out?: Feature,
): Promise<Described> {
  const { server, fetch } = await createTestServer({}, { features });
  const read = async (path: string) => (await fetch(`http://admin.test${path}`)).json();
  const ask = async (base: string, { path, method }: Operation) => {
    const response = await fetch(`${base}${path}`, { method });
    return { path, status: response.status, text: await response.text() };
  };
  try {
    const page = await (await fetch("http://admin.test/console")).text();
    const pages = Object.values<Operation>(left_out?.pages ?? {});
    const rows = [...Object.values<Operation>(left_out?.operations ?? {}), ...pages];
    const responses = await Promise.all([
      ...rows.map((row) => ask("http://admin.test", row)),
      ...pages.map((row) => ask("http://public.test", row)),
    ]);
    await server.settled();
    return {
      discovery: await read("/.well-known/openid-configuration"),
      openapi: await read("/openapi.json"),
      settings: settingsTable(features).keys,
      console: / name="operations" content="([^"]*)"/.exec(page)?.[1]?.split(" ") ?? [],
      responses,
    };
  } finally {
    await server.close();
  }
}
