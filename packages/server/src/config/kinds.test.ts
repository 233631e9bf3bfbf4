import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { cidr, host, hostPattern, issuer, proxy, url } from "./address-kinds.ts";
import { duration, lifespan, lifespanOrNever } from "./duration.ts";
import {
  audience,
  boolean,
  integer,
  list,
  map,
  oneOf,
  optional,
  port,
  scope,
  text,
  type Kind,
} from "./kinds.ts";
import { apiKey, dsn, strongSecret } from "./secret-kinds.ts";

const level = oneOf(["warn", "info"], { warning: "warn" });
const hash = "A".repeat(43);

type Row = readonly [kind: Kind<unknown>, name: string, written: unknown, parsed: unknown];

const understood: readonly Row[] = [
  [duration, "duration", "1h", 3600],
  [duration, "duration", "1h30m", 5400],
  [duration, "duration", "1h1m1s500ms", 3661.5],
  [duration, "duration", "250ms", 0.25],
  [duration, "duration", "0s", 0],
  [duration, "duration", "1.5h", 5400],
  [duration, "duration", ".5m", 30],
  [duration, "duration", "1.1h", 3960],
  [lifespan, "lifespan", "0.1h30.0s", 390],
  [lifespan, "lifespan", "720h", 2_592_000],
  [lifespan, "lifespan", "8760000h", 31_536_000_000],
  [lifespanOrNever, "lifespan or never", "-1", "never"],
  [lifespanOrNever, "lifespan or never", -1, "never"],
  [lifespanOrNever, "lifespan or never", "10m", 600],
  [boolean, "boolean", true, true],
  [boolean, "boolean", "false", false],
  [boolean, "boolean", "1", true],
  [integer(0, 10), "integer", 10, 10],
  [integer(0, 10), "integer", "7", 7],
  [port, "port", "0", 0],
  [port, "port", 65_535, 65_535],
  [level, "level", "warn", "warn"],
  [level, "level", "warning", "warn"],
  [scope, "scope", "albums.*", "albums.*"],
  [audience, "audience", "https://api.example", "https://api.example"],
  [list(text), "list", ["openid", "offline"], ["openid", "offline"]],
  [list(text), "list", "openid, offline", ["openid", "offline"]],
  [list(text), "list", '["a,b", "c"]', ["a,b", "c"]],
  [list(text), "list", "[]", []],
  [list(port), "list of ports", "1,2", [1, 2]],
  [map(port), "map of ports", new Map([["one", 1]]), new Map([["one", 1]])],
  [
    map(port),
    "map of ports",
    { one: "1", two: 2 },
    new Map([
      ["one", 1],
      ["two", 2],
    ]),
  ],
  [map(level), "map", '{"staff": "warning"}', new Map([["staff", "warn"]])],
  [map(level), "map", "{}", new Map()],
  [optional(url), "optional URL", undefined, undefined],
  [url, "URL", "https://op.example/Path/", "https://op.example/Path/"],
  [issuer, "issuer", "http://127.0.0.1:4444", "http://127.0.0.1:4444"],
  [host, "host", "unix:/run/latchkey.sock", "unix:/run/latchkey.sock"],
  [host, "host", "::1", "::1"],
  [hostPattern, "host pattern", "Agent.example", "agent.example"],
  [hostPattern, "host pattern", "*.agent.example", "*.agent.example"],
  [hostPattern, "host pattern", "*.bücher.example", "*.xn--bcher-kva.example"],
  [hostPattern, "host pattern", "[2001:DB8::1]", "[2001:db8::1]"],
  [cidr, "CIDR", "10.0.0.0/8", "10.0.0.0/8"],
  [cidr, "CIDR", "fd00::/8", "fd00::/8"],
  [proxy, "proxy", "unix", "unix"],
  [proxy, "proxy", "10.0.0.0/8", "10.0.0.0/8"],
  [strongSecret, "secret", "0123456789abcdef", "0123456789abcdef"],
  [apiKey, "API key", `read+write:${hash}`, { scopes: ["read", "write"], hash }],
  [dsn, "dsn", "memory", "memory"],
  [dsn, "dsn", "postgresql://db/latchkey", "postgresql://db/latchkey"],
  [
    dsn,
    "dsn",
    "sqlite:///var/lib/latchkey.sqlite?_fk=true",
    "sqlite:///var/lib/latchkey.sqlite?_fk=true",
  ],
];

const refused: readonly (readonly [
  kind: Kind<unknown>,
  name: string,
  written: unknown,
  says: RegExp,
])[] = [
  [duration, "duration", "3600", /add a unit, as in 3600s/],
  [duration, "duration", 3600, /add a unit, as in 3600s/],
  [duration, "duration", "1.5", /such as 30s or 1h30m/],
  [duration, "duration", ".h", /such as 30s or 1h30m/],
  [duration, "duration", "1.5.5h", /such as 30s or 1h30m/],
  [lifespan, "lifespan", "1.5s", /whole seconds/],
  [duration, "duration", "-1", /such as 30s/],
  [duration, "duration", "", /such as 30s/],
  [lifespan, "lifespan", "500ms", /whole seconds and at least 1s/],
  [lifespan, "lifespan", "0s", /at least 1s/],
  [lifespan, "lifespan", "8760001h", /at most 8760000h, a thousand years/],
  [boolean, "boolean", "yes", /true or false, not "yes"/],
  [boolean, "boolean", null, /true or false/],
  [integer(0, 10), "integer", 11, /from 0 to 10, not 11/],
  [integer(0, 10), "integer", "1e1", /from 0 to 10/],
  [integer(0, 10), "integer", 1.5, /from 0 to 10/],
  [integer(0, 10), "integer", [5], /from 0 to 10/],
  [port, "port", 65_536, /from 0 to 65535/],
  [level, "level", "loud", /one of warn, info, not "loud"/],
  [level, "level", "constructor", /one of warn, info/],
  [text, "text", 7, /put it in quotes/],
  [text, "text", "", /must not be empty/],
  [scope, "scope", "a b", /one scope: .*, not "a b"/],
  [scope, "scope", 'say"cheese"', /without spaces, quotes/],
  [scope, "scope", "", /must not be empty/],
  [audience, "audience", "a b", /one audience, without spaces, not "a b"/],
  [list(text), "list", { a: 1 }, /must be a list/],
  [list(text), "list", "[broken", /must be a list/],
  [map(text), "map", "[]", /must be a map/],
  [map(text), "map", "staff: passkey", /must be a map/],
  [map(port), "map of ports", { one: 1, two: "x" }, /entry "two": it must be a whole number/],
  [list(port), "list of ports", [1, "x"], /entry 2: it must be a whole number/],
  [url, "URL", "op.example", /begins with https:\/\/ or http:\/\//],
  [url, "URL", "javascript:alert(1)", /begins with https/],
  [url, "URL", "https://*.example/", /without \*/],
  [url, "URL", "https://%2A.example/", /without \*/],
  [issuer, "issuer", "https://op.example/?tenant=1", /no query and no fragment/],
  [host, "host", "", /0\.0\.0\.0 means every address/],
  [host, "host", "http://op", /host name/],
  [hostPattern, "host pattern", "*", /\*\.example\.com/],
  [hostPattern, "host pattern", "a.*.example", /host name/],
  [hostPattern, "host pattern", "a.%2A.example", /host name/],
  [hostPattern, "host pattern", "https://agent.example", /without scheme/],
  [hostPattern, "host pattern", "agent.example:8443", /without scheme, port/],
  [hostPattern, "host pattern", "agent.example/client", /path/],
  [hostPattern, "host pattern", "", /host name/],
  [hostPattern, "host pattern", 7, /host name/],
  [cidr, "CIDR", "10.0.0.0", /10\.0\.0\.0\/8/],
  [cidr, "CIDR", "10.0.0.0/33", /address range/],
  [cidr, "CIDR", "unix", /address range/],
  [proxy, "proxy", "unix:/run/latchkey.sock", /or unix/],
  [cidr, "CIDR", "fd00::/129", /address range/],
  [strongSecret, "secret", "hunter2", /at least 16 characters/],
  [apiKey, "API key", `fly:${hash}`, /read, write, keys/],
  [apiKey, "API key", "read:short", /latchkey api-keys create/],
  [dsn, "dsn", "mysql://root:hunter2@db/x", /memory, sqlite:.* or postgres:/],
  [dsn, "dsn", "sqlite://", /memory, sqlite:/],
];

describe("a kind parses what an operator writes", () => {
  for (const [kind, name, written, parsed] of understood) {
    it(`${name}: ${JSON.stringify(written)} → ${JSON.stringify(parsed)}`, () => {
      assert.deepEqual(kind.parse(written), { ok: true, value: parsed });
    });
  }
});

describe("the error of a kind says what to write instead", () => {
  for (const [kind, name, written, says] of refused) {
    it(`${name}: ${JSON.stringify(written)} → ${says.source}`, () => {
      const result = kind.parse(written);
      assert.ok(!result.ok);
      assert.match(result.error, says);
      assert.doesNotMatch(result.error, /hunter2/);
    });
  }
});
