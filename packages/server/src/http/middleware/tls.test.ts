import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { served } from "@latchkey/api";
import { createTlsCheck } from "./tls.ts";

describe("a server behind a proxy that terminates TLS", () => {
  const check = createTlsCheck({
    allow_termination_from: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7"],
  });
  const table: [string, string, string | undefined, string | undefined, boolean][] = [
    ["the proxy itself", "10.1.2.3", undefined, "https", true],
    ["the proxy, seen through IPv6", "::ffff:10.1.2.3", undefined, "https", true],
    ["the proxy on IPv6", "2001:db8::1", undefined, "https", true],
    ["a proxy given as one address", "192.0.2.7", undefined, "https", true],
    ["its neighbour", "192.0.2.8", undefined, "https", false],
    ["an unknown peer that names the proxy", "127.0.0.1", "198.51.100.1, 10.9.9.9", "https", false],
    ["a loud proxy", "10.1.2.3", undefined, "HTTPS", true],
    ["a proxy that took http", "10.1.2.3", undefined, "http", false],
    ["a proxy that does not say", "10.1.2.3", undefined, undefined, false],
    ["two proxies that disagree", "10.1.2.3", undefined, "https, http", false],
    ["an unknown peer", "198.51.100.1", undefined, "https", false],
    [
      "an unknown peer with a malformed header",
      "198.51.100.1",
      "unknown, ten.0.0.1,",
      "https",
      false,
    ],
    ["a Unix socket without an address", "", undefined, "https", false],
  ];
  for (const [name, address, forwarded_for, proto, passes] of table) {
    it(`${passes ? "admits" : "refuses"} ${name}`, () => {
      const headers = { "x-forwarded-for": forwarded_for, "x-forwarded-proto": proto };
      const refusal = check({ headers, address, encrypted: false }, null);
      assert.equal(refusal?.error, passes ? undefined : "tls_required");
    });
  }

  for (const { path, probe } of Object.values(served).filter((row) => row.probe !== null)) {
    it(`allows any caller to request ${path}`, () => {
      const request = { headers: {}, address: "198.51.100.1", encrypted: false };
      assert.equal(check(request, probe), undefined);
    });
  }

  it("allows any caller to request what health probes and monitoring request, and nothing else", () => {
    const probes = Object.entries(served).filter(([, { probe }]) => probe !== null);
    assert.deepEqual(
      probes.map(([id, { probe }]) => `${id}: ${probe}`),
      [
        "isInstanceAlive: health",
        "isInstanceReady: health",
        "prometheus: monitoring",
        "getVersion: monitoring",
      ],
    );
  });

  it("allows a request that came over TLS", () => {
    const request = { headers: {}, address: "198.51.100.1", encrypted: true };
    assert.equal(check(request, null), undefined);
  });

  it("refuses all plain requests when no network is listed", () => {
    const request = { headers: { "x-forwarded-proto": "https" }, address: "::1", encrypted: false };
    const closed = createTlsCheck({ allow_termination_from: [] });
    assert.equal(closed(request, null)?.error, "tls_required");
  });

  it("does not start with an invalid network", () => {
    assert.throws(
      () => createTlsCheck({ allow_termination_from: ["ten/8"] }),
      /ten\/8 is not a network/,
    );
  });
});

describe("an admin listener on loopback, behind a proxy that terminates TLS", () => {
  const check = createTlsCheck({ allow_termination_from: ["10.0.0.0/8"], trusts_loopback: true });
  const table: [string, string, Readonly<Record<string, string>>, boolean][] = [
    ["a command on this machine", "127.0.0.1", {}, true],
    ["a command on this machine, over IPv6", "::1", {}, true],
    ["a command on this machine, seen through IPv6", "::ffff:127.0.0.1", {}, true],
    ["the trusted proxy", "10.1.2.3", { "x-forwarded-proto": "https" }, true],
    ["the trusted proxy that took http", "10.1.2.3", { "x-forwarded-proto": "http" }, false],
    ["another machine", "10.1.2.3", {}, false],
    ["a proxy on this machine that took http", "127.0.0.1", { "x-forwarded-proto": "http" }, false],
    ["a proxy on this machine that does not say", "::1", { "x-forwarded-for": "::2" }, false],
    ["a proxy on this machine that is not trusted", "::1", { "x-forwarded-proto": "https" }, false],
  ];
  for (const [name, address, headers, passes] of table) {
    it(`${passes ? "admits" : "refuses"} ${name}`, () => {
      const refusal = check({ headers, address, encrypted: false }, null);
      assert.equal(refusal?.error, passes ? undefined : "tls_required");
    });
  }
});
