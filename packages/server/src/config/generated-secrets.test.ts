import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

import { withGeneratedSecrets } from "./generated-secrets.ts";
import { loadConfig } from "../process/composed-config.ts";
import type { Config } from "./settings.ts";

const root = mkdtempSync(join(tmpdir(), "latchkey-secrets-"));
after(() => rmSync(root, { recursive: true }));

function configOf(flags: Readonly<Record<string, unknown>>): Config {
  const loaded = loadConfig({ flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

it("the first start creates secrets for this user only, and the next start reads them", () => {
  const folder = join(root, "a", "data");
  const config = configOf({ dsn: `sqlite://${folder}/latchkey.sqlite` });
  const first = withGeneratedSecrets(config)["secrets.system"];
  assert.match(first.join(), /^[\w-]{43}$/);
  assert.deepEqual(withGeneratedSecrets(config)["secrets.system"], first);
  assert.deepEqual(readdirSync(folder), ["secrets.json"]);
  assert.equal(statSync(join(folder, "secrets.json")).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

it("the stored secrets can be used as a settings file", () => {
  const folder = join(root, "b");
  const { "secrets.system": secrets } = withGeneratedSecrets(
    configOf({ dsn: `sqlite://${folder}/x` }),
  );
  const loaded = loadConfig({ files: [join(folder, "secrets.json")] });
  assert.deepEqual(loaded.ok && loaded.value.config["secrets.system"], secrets);
});

it("secrets of the settings are used, and nothing is written", () => {
  const folder = join(root, "c");
  const config = configOf({ dsn: `sqlite://${folder}/x`, "secrets.system": "0123456789abcdef" });
  assert.equal(withGeneratedSecrets(config), config);
  assert.throws(() => statSync(folder));
});

it("a database in memory gets new secrets each time; PostgreSQL gets none", () => {
  const memory = configOf({ dsn: "memory" });
  const [one, two] = [withGeneratedSecrets(memory), withGeneratedSecrets(memory)];
  assert.notDeepEqual(one["secrets.system"], two["secrets.system"]);
  const postgres = configOf({ dsn: "postgres://db/latchkey" });
  assert.deepEqual(withGeneratedSecrets(postgres)["secrets.system"], []);
});

it("a broken secrets file is not replaced, because the data would be lost with it", () => {
  writeFileSync(join(root, "secrets.json"), "{}");
  const config = configOf({ dsn: `sqlite://${root}/latchkey.sqlite` });
  assert.throws(() => withGeneratedSecrets(config), /has no secrets\.system: restore it/);
});

it("a folder that cannot be created is named in the error, with what to do", () => {
  const file = join(root, "a-file");
  writeFileSync(file, "");
  assert.throws(
    () => withGeneratedSecrets(configOf({ dsn: `sqlite://${file}/latchkey.sqlite` })),
    (error) => error instanceof Error && error.message.startsWith(`${file} cannot be written`),
  );
});
