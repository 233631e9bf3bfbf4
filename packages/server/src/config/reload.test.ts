import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { standardSettings as table, loadConfig } from "../process/composed-config.ts";
import { planReload } from "./reload.ts";
import type { Config } from "./settings.ts";

function load(flags: Readonly<Record<string, unknown>>): Config {
  const loaded = loadConfig({ flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

describe("the comparison of settings", () => {
  it("finds nothing where the same values are written in other ways", () => {
    const one = { "ttl.id_token": "90m", "limits.rate.exempt": "10.0.0.0/8,::1/128" };
    const other = { "ttl.id_token": "1h30m", "limits.rate.exempt": ["10.0.0.0/8", "::1/128"] };
    const found = planReload(load(one), load(other), table);
    assert.deepEqual(found, { values: {}, changed: [], needs_restart: [] });
  });

  it("has old and new values as a settings file has them, and none where a setting is not set", () => {
    const { values, changed } = planReload(
      load({ "ttl.grant": "720h", "serve.public.cors.allowed_origins": ["https://a.example"] }),
      load({
        "ttl.grants.implicit.id_token": "5m",
        "serve.public.cors.allowed_origins": ["https://a.example", "https://b.example"],
      }),
      table,
    );
    assert.deepEqual(changed, [
      {
        setting: "serve.public.cors.allowed_origins",
        old: "[ https://a.example ]",
        new: "[ https://a.example, https://b.example ]",
      },
      { setting: "ttl.grant", old: "720h" },
      { setting: "ttl.grants.implicit.id_token", new: "5m" },
    ]);
    assert.deepEqual(values, {
      "serve.public.cors.allowed_origins": ["https://a.example", "https://b.example"],
      "ttl.grant": undefined,
      "ttl.grants.implicit.id_token": 300,
    });
  });

  it("names what needs a restart, without its values, and does not apply it", () => {
    const { values, changed, needs_restart } = planReload(
      load({ "secrets.system": ["hunter2hunter2hunter2"] }),
      load({
        "secrets.system": ["hunter2hunter2hunter3"],
        "serve.public.port": 1,
        "log.level": "debug",
      }),
      table,
    );
    assert.deepEqual(needs_restart, ["secrets.system", "serve.public.port"]);
    assert.deepEqual(values, { "log.level": "debug" });
    assert.deepEqual(changed, [{ setting: "log.level", old: "info", new: "debug" }]);
  });

  it("masks secrets", () => {
    const keyOf = (letter: string) => `read+keys:${letter.repeat(43)}`;
    const { changed } = planReload(
      load({ "serve.admin.api_keys": [keyOf("a")] }),
      load({ "serve.admin.api_keys": [keyOf("b"), keyOf("c")] }),
      table,
    );
    const [change] = changed;
    assert.equal(change?.setting, "serve.admin.api_keys");
    assert.match(change.old ?? "", /^\[ read\+keys:\*+ \]$/);
    assert.match(change.new ?? "", /^\[ read\+keys:\*+, read\+keys:\*+ \]$/);
  });

  it("cuts long values", () => {
    const origins = Array.from({ length: 20 }, (_, at) => `https://${at}.wonderland.example`);
    const { changed } = planReload(
      load({}),
      load({ "serve.public.cors.allowed_origins": origins }),
      table,
    );
    assert.equal(changed[0]?.new?.length, 201);
    assert.match(changed[0]?.new ?? "", /^\[ https:.*…$/);
  });
});

describe("the table of settings", () => {
  it("marks none as reloadable that holds a secret of the server, or where a listener or the database is opened", () => {
    for (const [key, { reloadable }] of Object.entries(table.rows)) {
      const isFixed =
        /^(dsn|dev|demo|secrets\.|tracing\.|urls\.|serve\.(workers|tls|mtls|.*\.(host|port|tls))|limits\.database)/;
      if (isFixed.test(key)) assert.equal(reloadable, undefined, key);
    }
  });
});
