import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entriesFor, readAllowList } from "./allow-list.ts";

describe("the entries of outbound.allow", () => {
  const cases: [title: string, entries: string[], url: string, covered: string[], not: string[]][] =
    [
      ["none", [], "https://keys.internal/", [], ["10.0.0.1", "127.0.0.1", "93.184.215.14"]],
      [
        "a host: its private addresses, by https",
        ["keys.internal"],
        "https://keys.internal/",
        ["10.0.0.1", "fd12::1", "93.184.215.14"],
        ["127.0.0.1", "::1", "169.254.169.254", "0.0.0.0", "::ffff:10.0.0.1", "64:ff9b::a00:1"],
      ],
      ["a host, for another one", ["keys.internal"], "https://a.keys.internal/", [], ["10.0.0.1"]],
      [
        "a host, with a dot at its end",
        ["keys.internal"],
        "https://keys.internal./",
        ["10.0.0.1"],
        [],
      ],
      ["a host without http", ["keys.internal"], "http://keys.internal/", [], ["10.0.0.1"]],
      ["a host with http", ["http://keys.internal"], "http://keys.internal/", ["10.0.0.1"], []],
      [
        "a host with http, by https",
        ["http://keys.internal"],
        "https://keys.internal/",
        ["10.0.0.1"],
        [],
      ],
      ["a domain", [".internal"], "https://a.b.internal/", ["10.0.0.1"], ["127.0.0.1"]],
      ["a domain, not its own name", [".internal"], "https://internal/", [], ["10.0.0.1"]],
      [
        "a domain, no name that only ends like it",
        [".internal"],
        "https://evilinternal/",
        [],
        ["10.0.0.1"],
      ],
      [
        "a network: whatever the name",
        ["10.0.0.0/8"],
        "https://any.example/",
        ["10.1.2.3"],
        [
          "192.168.0.1",
          "127.0.0.1",
          "::ffff:10.0.0.1",
          "::10.0.0.1",
          "64:ff9b::a00:1",
          "2002:a00:1::",
        ],
      ],
      ["a network without http", ["10.0.0.0/8"], "http://any.example/", [], ["10.1.2.3"]],
      [
        "a network with http",
        ["http://10.0.0.0/8"],
        "http://any.example/",
        ["10.1.2.3"],
        ["93.184.215.14"],
      ],
      [
        "all of IPv4: neither loopback, nor link-local, nor what is no host",
        ["http://0.0.0.0/0"],
        "http://any.example/",
        ["10.0.0.1", "93.184.215.14"],
        ["127.0.0.1", "169.254.169.254", "100.100.100.200", "0.0.0.0", "224.0.0.1", "fd12::1"],
      ],
      [
        "all of IPv6: nor IPv4 within it",
        ["::/0", "::ffff:0:0/96", "64:ff9b::/96"],
        "https://any.example/",
        ["fd12::1", "2606:4700::1111"],
        [
          "::1",
          "fe80::1",
          "fd00:ec2::254",
          "::ffff:10.0.0.1",
          "::ffff:7f00:1",
          "64:ff9b::a00:1",
          "10.0.0.1",
        ],
      ],
      [
        "a network of loopback",
        ["http://127.0.0.0/8"],
        "http://any.example/",
        ["127.0.0.1"],
        ["::1"],
      ],
      [
        "an address of loopback",
        ["127.0.0.2"],
        "https://any.example/",
        ["127.0.0.2"],
        ["127.0.0.1"],
      ],
      [
        "localhost, by its name",
        ["http://localhost"],
        "http://localhost/",
        ["127.0.0.1", "::1"],
        [],
      ],
      ["localhost, for another name", ["http://localhost"], "http://a.example/", [], ["127.0.0.1"]],
      [
        "a link-local address that is named alone",
        ["http://169.254.169.254"],
        "http://169.254.169.254/",
        ["169.254.169.254"],
        ["169.254.169.253"],
      ],
      [
        "a link-local network",
        ["http://169.254.0.0/16", "fe80::/10"],
        "http://any.example/",
        [],
        ["169.254.169.254", "fe80::1"],
      ],
      [
        "the metadata service of a cloud, in another notation",
        ["fd00:0ec2::0254"],
        "https://any.example/",
        ["fd00:ec2::254"],
        [],
      ],
      [
        "the metadata service by a name",
        ["http://metadata.google.internal"],
        "http://metadata.google.internal/",
        [],
        ["169.254.169.254"],
      ],
    ];
  for (const [title, entries, url, covered, not] of cases) {
    it(title, () => {
      const grants = readAllowList(entries).grantsFor(new URL(url));
      assert.deepEqual(covered.filter(grants.covers), covered);
      assert.deepEqual(not.filter(grants.covers), []);
    });
  }
});

describe("the entries that would help", () => {
  const cases: [url: string, addresses: string[], entries: string[]][] = [
    ["https://keys.internal/jwks", [], ["keys.internal"]],
    ["http://keys.internal:8080/jwks", ["10.0.0.1"], ["http://keys.internal"]],
    ["http://keys.example/", ["93.184.215.14"], ["http://keys.example"]],
    ["http://10.0.0.5/", [], ["http://10.0.0.5"]],
    ["https://[fd12::5]/", [], ["fd12::5"]],
    ["http://localhost:3000/", [], ["http://localhost"]],
    ["http://127.0.0.1:3000/", [], ["http://127.0.0.1"]],
    ["http://sidecar/", ["127.0.0.1"], ["http://127.0.0.1"]],
    ["http://metadata.google.internal/", ["169.254.169.254"], ["http://169.254.169.254"]],
    ["https://keys.example/", ["::ffff:10.0.0.1"], []],
    ["https://0.0.0.0/", [], []],
    ["https://[::ffff:10.0.0.1]/", [], []],
  ];
  for (const [url, addresses, entries] of cases) {
    it(`for ${url}${addresses.length > 0 ? ` at ${addresses.join(", ")}` : ""}: ${entries.join(", ") || "none"}`, () => {
      assert.deepEqual(entriesFor(new URL(url), addresses), entries);
      const grants = readAllowList(entries).grantsFor(new URL(url));
      const [first] = addresses;
      if (first !== undefined) assert.equal(grants.covers(first), entries.length > 0);
    });
  }
});
