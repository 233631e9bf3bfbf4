import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callerAddress } from "./caller-address.ts";
import { readNetworks } from "./networks.ts";

const isTrusted = readNetworks(["10.0.0.0/8", "fd00::/8"]);

const table: [why: string, peer: string, headers: Record<string, string>, caller: string][] = [
  ["no proxy", "192.0.2.1", {}, "192.0.2.1"],
  [
    "a header from an untrusted peer",
    "192.0.2.1",
    { "x-forwarded-for": "198.51.100.1" },
    "192.0.2.1",
  ],
  ["a proxy that adds nothing", "10.0.0.1", {}, "10.0.0.1"],
  ["one proxy", "10.0.0.1", { "x-forwarded-for": "192.0.2.1" }, "192.0.2.1"],
  [
    "what the caller made up is left of what the proxy saw",
    "10.0.0.1",
    { "x-forwarded-for": "198.51.100.1, 192.0.2.1" },
    "192.0.2.1",
  ],
  [
    "two proxies",
    "10.0.0.1",
    { "x-forwarded-for": "198.51.100.1, 192.0.2.1, 10.0.0.2" },
    "192.0.2.1",
  ],
  [
    "a caller inside the trusted network",
    "10.0.0.1",
    { "x-forwarded-for": "10.9.9.9" },
    "10.9.9.9",
  ],
  ["an address with a port", "10.0.0.1", { "x-forwarded-for": "192.0.2.1:4711" }, "192.0.2.1"],
  [
    "IPv6 in brackets with a port",
    "fd00::1",
    { "x-forwarded-for": "[2001:db8::1]:4711" },
    "2001:db8::1",
  ],
  [
    "an IPv4 proxy on an IPv6 socket",
    "::ffff:10.0.0.1",
    { "x-forwarded-for": "192.0.2.1" },
    "192.0.2.1",
  ],
  ["no address at all", "10.0.0.1", { "x-forwarded-for": "unknown" }, "10.0.0.1"],
  [
    "an obfuscated hop hides what is left of it",
    "10.0.0.1",
    { "x-forwarded-for": "192.0.2.1, _hidden, 10.0.0.2" },
    "10.0.0.2",
  ],
  [
    "Forwarded",
    "10.0.0.1",
    { forwarded: 'for=198.51.100.1, for="[2001:db8::7]:80";proto=https' },
    "2001:db8::7",
  ],
  [
    "Forwarded, in any case and order",
    "10.0.0.1",
    { forwarded: "proto=https;For=192.0.2.1" },
    "192.0.2.1",
  ],
  [
    "both headers that agree",
    "10.0.0.1",
    { forwarded: "for=192.0.2.1", "x-forwarded-for": "192.0.2.1" },
    "192.0.2.1",
  ],
  [
    "both headers that differ: one was passed on as the caller sent it",
    "10.0.0.1",
    { forwarded: "for=192.0.2.1", "x-forwarded-for": "198.51.100.1" },
    "0.0.0.0",
  ],
  ["a Unix socket that is not trusted", "unix", { "x-forwarded-for": "192.0.2.1" }, ""],
  [
    "a hop that claims to be a Unix socket",
    "10.0.0.1",
    { "x-forwarded-for": "192.0.2.1, unix" },
    "10.0.0.1",
  ],
  ["an empty header", "10.0.0.1", { "x-forwarded-for": "" }, "10.0.0.1"],
];

describe("the caller behind trusted proxies", () => {
  for (const [why, peer, headers, caller] of table) {
    it(why, () => assert.equal(callerAddress(peer, headers, isTrusted), caller));
  }

  it("a proxy that connects to a Unix socket is trusted where the setting names unix", () => {
    const isUnixTrusted = readNetworks(["unix", "10.0.0.0/8"]);
    const callerOf = (headers: Record<string, string>) =>
      callerAddress("unix", headers, isUnixTrusted);
    assert.equal(callerOf({ "x-forwarded-for": "192.0.2.1, 10.0.0.2" }), "192.0.2.1");
    assert.equal(callerOf({}), "", "not known");
    assert.equal(callerAddress("", { "x-forwarded-for": "192.0.2.1" }, isUnixTrusted), "");
  });

  it("looks at so many hops of a long list, from the right", () => {
    const many = Array.from({ length: 10_000 }, () => "10.0.0.3").join(",");
    assert.equal(
      callerAddress("10.0.0.1", { "x-forwarded-for": `192.0.2.1,${many}` }, isTrusted),
      "10.0.0.3",
    );
  });
});
