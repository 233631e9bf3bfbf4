import assert from "node:assert/strict";
import { it } from "node:test";

import { standardSettings } from "../process/composed-config.ts";

const { environmentName, has: isSettingKey, keys, rows: settings } = standardSettings;

it("every default is valid, and every sentence ends", () => {
  for (const [key, { kind, default: written, summary }] of Object.entries(settings)) {
    assert.ok(kind.parse(written).ok, key);
    assert.match(summary, /^[A-Z].*\.$/, key);
  }
});

it("no two settings share an environment variable", () => {
  assert.equal(new Set(keys.map(environmentName)).size, keys.length);
});

it("no setting is a section of another", () => {
  const nested = keys.filter((key) => keys.some((other) => other.startsWith(`${key}.`)));
  assert.deepEqual(nested, []);
});

it("the variable DEV=1 has no effect", () => {
  assert.equal(environmentName("dev"), "LATCHKEY_DEV");
  assert.equal(environmentName("urls.self.issuer"), "URLS_SELF_ISSUER");
  assert.equal(environmentName("dangerous-force-http"), "DANGEROUS_FORCE_HTTP");
});

it("an inherited property of objects is not a setting", () => {
  assert.deepEqual(["__proto__", "constructor", "toString"].filter(isSettingKey), []);
});
