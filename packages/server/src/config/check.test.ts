import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { checkConfig, loadConfig } from "../process/composed-config.ts";
import type { Planes } from "./check.ts";
import type { Config } from "./settings.ts";

/** A server of the core and the standard features has no pages of its own. */
const pages = {
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
  "urls.logout": "https://login.example/logout",
  "urls.post_logout_redirect": "https://login.example/bye",
};

function configOf(flags: Readonly<Record<string, unknown>>): Config {
  const loaded = loadConfig({ flags: { ...pages, ...flags } });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

const everywhere = { "serve.public.host": "0.0.0.0" };
const adminEverywhere = { "serve.admin.host": "::" };
const postgres = { dsn: "postgres://db.internal/op", "secrets.system": ["a secret of this test"] };
const https = { "urls.self.issuer": "https://op.example" };
const apiKeys = { "serve.admin.api_keys": [`read:${"A".repeat(43)}`] };
const pairwise = { "oidc.subject_identifiers.supported_types": ["public", "pairwise"] };
const mtls = "serve.mtls.certificates";
const announce = "oidc.key_rotation.announce_period";
const salt = "oidc.subject_identifiers.pairwise.salt";

function hookWith(place: string, value: string): Record<string, unknown> {
  return {
    "oauth2.token_hook.url": "https://hooks.example/token",
    "oauth2.token_hook.auth.type": "api_key",
    "oauth2.token_hook.auth.config.in": place,
    "oauth2.token_hook.auth.config.name": "X-API-Key",
    "oauth2.token_hook.auth.config.value": value,
  };
}

describe("settings that contradict each other are problems", () => {
  type Row = readonly [
    title: string,
    flags: Record<string, unknown>,
    wrong: string[],
    planes?: Planes,
  ];
  const table: readonly Row[] = [
    ["the defaults", {}, []],
    [
      "a floor of the cache time above its ceiling",
      { "oauth2.client_id_metadata_documents.min_cache_time": "25h" },
      ["oauth2.client_id_metadata_documents.min_cache_time"],
    ],
    [
      "software statements that are required, of no issuer",
      { "oauth2.registration.software_statement.required": true },
      ["oauth2.registration.software_statement.issuers"],
    ],
    ["a replica of SQLite", { dsn_replicas: ["postgres://replica.internal/op"] }, ["dsn_replicas"]],
    [
      "a replica of PostgreSQL that is SQLite",
      { ...postgres, dsn_replicas: ["sqlite://./replica.sqlite"] },
      ["dsn_replicas"],
    ],
    ["a replica", { ...postgres, dsn_replicas: ["postgres://replica.internal/op"] }, []],
    ["a token hook by its URL", { "oauth2.token_hook": "http://10.0.0.1/hook" }, []],
    ["a token hook with an API key", hookWith("header", "a key; of ours"), []],
    [
      "a key of a hook that no cookie can carry",
      hookWith("cookie", "a;key"),
      ["oauth2.token_hook.auth.config.value"],
    ],
    [
      "a part of the authentication to a hook",
      { ...hookWith("header", "key"), "oauth2.token_hook.auth.config.name": undefined },
      ["oauth2.token_hook.auth"],
    ],
    [
      "a key without a hook",
      { ...hookWith("header", "key"), "oauth2.token_hook.url": undefined },
      ["oauth2.token_hook.url"],
    ],
    ["public beyond loopback over http", everywhere, ["urls.self.issuer"]],
    ["public beyond loopback with an https issuer", { ...everywhere, ...https }, []],
    [
      "public beyond loopback with dangerous-force-http",
      { ...everywhere, "dangerous-force-http": true },
      [],
    ],
    ["public beyond loopback for development", { ...everywhere, dev: true }, ["urls.self.issuer"]],
    ["public beyond loopback, but only admin runs", everywhere, [], "admin"],
    ["admin beyond loopback", adminEverywhere, ["urls.self.issuer", "serve.admin.api_keys"]],
    [
      "admin beyond loopback with https",
      { ...adminEverywhere, ...https },
      ["serve.admin.api_keys"],
    ],
    ["admin beyond loopback with https and keys", { ...adminEverywhere, ...https, ...apiKeys }, []],
    ["admin beyond loopback, but only public runs", adminEverywhere, [], "public"],
    ["Unix sockets", { "serve.public.host": "unix:/run/a", "serve.admin.host": "unix:/run/b" }, []],
    [
      "a name that only looks like loopback",
      { "serve.public.host": "127.mallory.example" },
      ["urls.self.issuer"],
    ],
    ["client certificates over http", { [mtls]: "tls" }, [mtls]],
    ["a port for client certificates that are off", { "serve.mtls.port": 1 }, ["serve.mtls.port"]],
    ["client certificates of its own TLS", { ...https, [mtls]: "tls" }, []],
    [
      "client certificates of its own TLS, behind a proxy",
      { ...https, [mtls]: "tls", "serve.tls.allow_termination_from": ["10.0.0.0/8"] },
      [mtls],
    ],
    ["client certificates from a header of anyone", { ...https, [mtls]: "header" }, [mtls]],
    [
      "client certificates from a header of a proxy",
      { ...https, [mtls]: "header", "serve.trusted_proxies": ["10.0.0.0/8"] },
      [],
    ],
    [
      "two bundles of authorities",
      { "serve.mtls.ca.path": "ca.pem", "serve.mtls.ca.base64": "AA==" },
      ["serve.mtls.ca"],
    ],
    ["pairwise without salt", pairwise, [salt]],
    ["pairwise with 7 characters of salt", { ...pairwise, [salt]: "1234567" }, [salt]],
    ["pairwise with 8 characters of salt", { ...pairwise, [salt]: "12345678" }, []],
    ["PostgreSQL without secrets", { dsn: "postgres://db/latchkey" }, ["secrets.system"]],
    [
      "PostgreSQL with secrets",
      { dsn: "postgres://db/latchkey", "secrets.system": "0123456789abcdef" },
      [],
    ],
    ["a TLS key without certificate", { "serve.tls.key.path": "k.pem" }, ["serve.tls"]],
    [
      "a TLS key and certificate",
      { "serve.tls.key.path": "k.pem", "serve.tls.cert.base64": "LS0t" },
      [],
    ],
    [
      "two TLS keys and two certificates",
      {
        "serve.tls.key.path": "k",
        "serve.tls.key.base64": "k",
        "serve.tls.cert.path": "c",
        "serve.tls.cert.base64": "c",
      },
      ["serve.tls"],
    ],
    ["keys that rotate", { "oidc.key_rotation.every": "48h" }, []],
    ["keys that rotate by hand, unannounced", { [announce]: "0s" }, []],
    [
      "keys that rotate, announced for no longer than they are cached",
      { "oidc.key_rotation.id_token.every": "48h", [announce]: "1h" },
      [announce],
    ],
    [
      "keys that rotate, announced for longer than they are cached",
      { "oidc.key_rotation.every": "48h", [announce]: "61m" },
      [],
    ],
    [
      "keys that sign for no longer than the next is announced",
      { "oidc.key_rotation.every": "24h", "oidc.key_rotation.access_token.every": "2h" },
      ["oidc.key_rotation.every", "oidc.key_rotation.access_token.every"],
    ],
  ];
  for (const [title, flags, wrong, planes] of table) {
    it(`${title} → ${wrong.length === 0 ? "fine" : wrong.join(", ")}`, () => {
      const problems = checkConfig(configOf(flags), planes);
      assert.deepEqual(
        problems.map(({ key }) => key),
        wrong,
      );
    });
  }
});
