import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { loadConfig } from "../process/composed-config.ts";
import type { LoadedConfig, ConfigSources } from "./load.ts";
import { describeProblem } from "./problem.ts";

function load(places: ConfigSources & { readonly yaml?: string }): LoadedConfig {
  const loaded = loadConfig(withFile(places));
  assert.ok(loaded.ok, loaded.ok ? "" : loaded.error.map(describeProblem).join("\n"));
  return loaded.value;
}

function complaints(places: ConfigSources & { readonly yaml?: string }): readonly string[] {
  const loaded = loadConfig(withFile(places));
  return loaded.ok ? [] : loaded.error.map(describeProblem);
}

function withFile({ yaml, ...places }: ConfigSources & { readonly yaml?: string }): ConfigSources {
  return yaml === undefined ? places : { files: ["latchkey.yml"], read: () => yaml, ...places };
}

describe("settings come from files, then the environment, then flags", () => {
  it("without any source, the defaults apply", () => {
    const { config, sources } = load({});
    assert.equal(config["ttl.access_token"], 3600);
    assert.equal(config["urls.self.issuer"], "http://127.0.0.1:4444");
    assert.equal(config["urls.login"], undefined);
    assert.deepEqual(sources, {});
  });

  it("later sources override earlier ones, and are recorded", () => {
    const yaml = "ttl: { access_token: 2h, id_token: 2h, auth_code: 2m }";
    const env = { TTL_ID_TOKEN: "3h", TTL_AUTH_CODE: "3m", PATH: "/bin", TTL: "ignored" };
    const { config, sources } = load({ yaml, env, flags: { "ttl.auth_code": "4m" } });
    assert.equal(config["ttl.access_token"], 7200);
    assert.equal(config["ttl.id_token"], 10_800);
    assert.equal(config["ttl.auth_code"], 240);
    assert.deepEqual(sources, {
      "ttl.access_token": "latchkey.yml",
      "ttl.id_token": "$TTL_ID_TOKEN",
      "ttl.auth_code": "--ttl.auth_code",
    });
  });

  it("a later file overrides an earlier one", () => {
    const texts: Record<string, string> = {
      "base.yml": "log: { level: debug, format: text }",
      "site.json": '{ "log": { "level": "warn" } }',
    };
    const { config } = load({
      files: ["base.yml", "site.json"],
      read: (path) => texts[path] ?? "",
    });
    assert.equal(config["log.level"], "warn");
    assert.equal(config["log.format"], "text");
  });

  const spellings: readonly string[] = [
    "serve:\n  public:\n    port: 8080",
    "serve.public.port: 8080",
    "serve.public: { port: 8080 }",
    "serve: { public.port: '8080' }",
  ];
  for (const yaml of spellings) {
    it(`nested or dotted: ${JSON.stringify(yaml)}`, () => {
      assert.equal(load({ yaml }).config["serve.public.port"], 8080);
    });
  }

  it("an empty file, an empty section and an empty variable set nothing", () => {
    assert.deepEqual(load({ yaml: "" }).sources, {});
    assert.deepEqual(load({ yaml: "serve:\nurls:\n  login:\n" }).sources, {});
    assert.deepEqual(load({ env: { URLS_LOGIN: "" } }).sources, {});
  });

  it("lists in the environment are JSON or have commas", () => {
    const env = {
      WEBFINGER_JWKS_BROADCAST_KEYS: "a, b",
      SERVE_TLS_ALLOW_TERMINATION_FROM: '["::/0"]',
    };
    const { config } = load({ env });
    assert.deepEqual(config["webfinger.jwks.broadcast_keys"], ["a", "b"]);
    assert.deepEqual(config["serve.tls.allow_termination_from"], ["::/0"]);
  });
});

describe("errors name the key, the source and the fix", () => {
  const mistakes: readonly [places: ConfigSources & { readonly yaml?: string }, says: RegExp][] = [
    [
      { yaml: "ttl: { id_tokn: 1h }" },
      /^ttl\.id_tokn is not a setting: nearest is ttl\.id_token \(set by latchkey\.yml\)\.$/,
    ],
    [{ yaml: "url: { login: https://a }" }, /^url\.login is not a setting: nearest is urls\.login/],
    [{ yaml: "zzz: 1" }, /^zzz is not a setting: latchkey config --reference lists them/],
    [{ yaml: "__proto__: { dev: true }" }, /^__proto__\.dev is not a setting/],
    [{ yaml: "serve: 4444" }, /^serve is a section: write its settings below it/],
    [{ yaml: "dsn: { path: x }" }, /^dsn must be memory/],
    [
      { yaml: "dev: true\ndev: false" },
      /^latchkey\.yml is not valid YAML: look at line 2, column 1/,
    ],
    [
      { yaml: "serve: { public: { port: 1 } }\nserve.public.port: 2" },
      /^serve\.public\.port is set twice/,
    ],
    [{ yaml: "- dev" }, /^latchkey\.yml must be a map of settings/],
    [{ yaml: "dev: *missing" }, /^latchkey\.yml must be a map|^latchkey\.yml is not valid/],
    [
      { env: { TTL_ID_TOKEN: "5" } },
      /^ttl\.id_token must be .*add a unit, as in 5s \(set by \$TTL_ID_TOKEN\)\.$/,
    ],
    [
      { flags: { "log.level": "loud" } },
      /^log\.level must be one of .* \(set by --log\.level\)\.$/,
    ],
    [{ flags: { "log.levl": "info" } }, /^log\.levl is not a setting: nearest is log\.level/],
    [
      {
        files: ["gone.yml"],
        read: () => {
          throw new Error("ENOENT");
        },
      },
      /^gone\.yml cannot be read/,
    ],
  ];
  for (const [places, says] of mistakes) {
    it(says.source, () => assert.match(complaints(places).join("\n"), says));
  }

  for (const [name, values] of [
    ["oauth2.registration.allowed_scope", ["openid", "a b"]],
    ["oauth2.client_id_metadata_documents.scope", ["openid", "a b"]],
    ["oauth2.client_id_metadata_documents.audience", ["https://api.example", "a b"]],
  ] as const) {
    it(`${name}: an entry with a space, which is named`, () => {
      const [problem = ""] = complaints({ flags: { [name]: values } });
      assert.ok(problem.includes(name));
      assert.match(problem, /entry 2: .*"a b"/);
    });
  }

  it("all of them at once", () => {
    const yaml = "ttl: { id_token: soon, access_tokn: 1h }";
    assert.equal(
      complaints({ yaml, env: { LOG_LEVEL: "loud" }, flags: { dev: "maybe" } }).length,
      4,
    );
  });

  it("no error quotes a secret, not even one in invalid YAML", () => {
    const problems = [
      ...complaints({ yaml: "secrets: { system: [hunter2] }" }),
      ...complaints({ env: { DSN: "mysql://root:hunter2@db/x", SECRETS_COOKIE: "hunter2" } }),
      ...complaints({ yaml: "secrets:\n  system: [hunter2\n cookie: hunter2: hunter2" }),
      ...complaints({ yaml: "hunter: { two: &hunter2 x }" }),
    ];
    assert.equal(problems.length, 5);
    assert.doesNotMatch(problems.join("\n"), /hunter2/);
  });

  it("a mistake that a later source overrides is no error", () => {
    assert.equal(
      load({ yaml: "log.level: loud", flags: { "log.level": "warn" } }).config["log.level"],
      "warn",
    );
  });
});
