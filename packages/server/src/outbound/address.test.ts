import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reachOf, type AddressReach } from "./address.ts";

describe("an address leads to", () => {
  const cases: [AddressReach, string, readonly string[]][] = [
    [
      "public",
      "the public IPv4",
      ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.15.0.1", "172.32.0.1"],
    ],
    [
      "public",
      "the public IPv4, just beside what is special",
      [
        "9.255.255.255",
        "11.0.0.0",
        "100.63.0.1",
        "100.128.0.1",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
      ],
    ],
    [
      "public",
      "the public IPv6",
      ["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888"],
    ],
    ["public", "the public IPv4 through NAT64", ["64:ff9b::8.8.8.8", "64:ff9b::808:808"]],
    ["loopback", "this machine", ["127.0.0.1", "127.255.255.254", "::1"]],
    ["forbidden", "this host, unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
    ["private", "a private network", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["private", "a carrier's network", ["100.64.0.1", "100.127.255.255"]],
    [
      "guarded",
      "a link-local host, the clouds' metadata among them",
      ["169.254.169.254", "fe80::1", "fe80::1%eth0", "febf::1"],
    ],
    [
      "guarded",
      "a cloud's metadata elsewhere",
      ["100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd00:0ec2:0::254", "fd20:ce::254"],
    ],
    ["private", "a unique local host", ["fc00::1", "fd00:ec2::253", "fdff::1"]],
    ["forbidden", "a site-local host, given up", ["fec0::1"]],
    ["forbidden", "many at once", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
    [
      "forbidden",
      "an example",
      ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    ],
    ["private", "a benchmark", ["198.18.0.1", "198.19.255.255"]],
    ["forbidden", "a benchmark of IPv6", ["2001:2::1"]],
    [
      "forbidden",
      "a protocol's own use",
      ["192.0.0.8", "192.88.99.1", "240.0.0.1", "100::1", "5f00::1"],
    ],
    [
      "forbidden",
      "IPv4 mapped into IPv6",
      ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::ffff:10.0.0.1"],
    ],
    ["forbidden", "IPv4 in the old compatible form", ["::127.0.0.1", "::8.8.8.8"]],
    [
      "forbidden",
      "a private IPv4 through NAT64",
      ["64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"],
    ],
    ["forbidden", "a network's own NAT64", ["64:ff9b:1::8.8.8.8"]],
    ["forbidden", "IPv4 within 6to4 or Teredo", ["2002:7f00:1::", "2002:808:808::1", "2001::1"]],
    [
      "forbidden",
      "nowhere",
      ["", "localhost", "example.com", "127.1", "0x7f000001", "1.2.3.4.5", "[::1]"],
    ],
  ];
  for (const [reach, title, addresses] of cases) {
    for (const address of addresses) {
      it(`${title}: ${address === "" ? "nothing" : address} is ${reach}`, () => {
        assert.equal(reachOf(address), reach);
      });
    }
  }
});
