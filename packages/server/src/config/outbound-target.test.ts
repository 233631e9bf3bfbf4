import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { outboundTarget } from "./outbound-target.ts";

describe("an entry of outbound.allow", () => {
  const accepted: [string, string][] = [
    ["keys.internal", "keys.internal"],
    ["Keys.Internal.", "keys.internal"],
    [" keys.internal ", "keys.internal"],
    ["http://keys.internal", "http://keys.internal"],
    ["keys", "keys"],
    ["localhost", "localhost"],
    ["my_service", "my_service"],
    ["bücher.example", "xn--bcher-kva.example"],
    [".internal.example", ".internal.example"],
    ["http://.svc.cluster.local", "http://.svc.cluster.local"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["http://10.0.0.0/8", "http://10.0.0.0/8"],
    ["10.0.0.5", "10.0.0.5"],
    ["10.0.0.5/32", "10.0.0.5"],
    ["fd00::/8", "fd00::/8"],
    ["http://[fd00::5]", "http://fd00::5"],
    ["http://fd00::5", "http://fd00::5"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ];
  for (const [text, kept] of accepted) {
    it(`may be ${JSON.stringify(text)}, kept as ${kept}`, () => {
      assert.deepEqual(outboundTarget.parse(text), { ok: true, value: kept });
      assert.deepEqual(outboundTarget.parse(kept), { ok: true, value: kept });
    });
  }

  const refused: unknown[] = [
    "",
    ".",
    "http://",
    "https://keys.internal",
    "keys.internal:8080",
    "keys.internal/jwks",
    "http://keys.internal/",
    "*.internal.example",
    "alice@keys.internal",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "fe80::1%eth0",
    "10.0.0.5:80",
    "2130706433",
    "0x7f.1",
    "127.1",
    "..internal",
    7,
    undefined,
  ];
  for (const value of refused) {
    it(`may not be ${JSON.stringify(value)}`, () => {
      const parsed = outboundTarget.parse(value);
      assert.match(parsed.ok ? "accepted" : parsed.error, /^must be a host such as/);
    });
  }
});
