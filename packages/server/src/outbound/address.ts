import { BlockList, isIP } from "node:net";

/** Which addresses are on the public internet, according to the IANA special-purpose registries (RFC 6890). */

/**
 * Where an address is. Only `public` ones may be named by clients. An operator can allow a `private` network, addresses of
 * `loopback`, and an address that is `guarded` where it is named alone: link-local ones, and the metadata services of clouds.
 * `forbidden` ones are never contacted; text that is no address is one of them.
 */
export type AddressReach = "public" | "private" | "loopback" | "guarded" | "forbidden";

/** Classifies an IP address. Names are not resolved here. */
export function reachOf(address: string): AddressReach {
  switch (isIP(address)) {
    case 4:
      if (loopback.check(address, "ipv4")) return "loopback";
      if (guarded.v4.check(address, "ipv4")) return "guarded";
      if (own.v4.check(address, "ipv4")) return "private";
      return special.check(address, "ipv4") ? "forbidden" : "public";
    case 6:
      if (address === "::1") return "loopback";
      if (guarded.v6.check(address, "ipv6")) return "guarded";
      if (own.v6.check(address, "ipv6")) return "private";
      return global.check(address, "ipv6") && !special.check(address, "ipv6")
        ? "public"
        : "forbidden";
    default:
      return "forbidden";
  }
}

const SPECIAL_IPV4: readonly [string, number][] = [
  ["0.0.0.0", 8], // this host
  ["10.0.0.0", 8], // private: RFC 1918
  ["100.64.0.0", 10], // behind a carrier's NAT: RFC 6598
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, with the metadata services of clouds
  ["172.16.0.0", 12], // private: RFC 1918
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation: RFC 5737
  ["192.88.99.0", 24], // 6to4 relays, deprecated
  ["192.168.0.0", 16], // private: RFC 1918
  ["198.18.0.0", 15], // benchmarks: RFC 2544
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** Networks that an operator has. */
const PRIVATE: readonly [string, number][] = [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["fc00::", 7], // unique local: RFC 4193
];

/** Link-local networks, and metadata services of clouds that are elsewhere: they give credentials to every process that can ask. */
const GUARDED: readonly [string, number][] = [
  ["169.254.0.0", 16],
  ["fe80::", 10],
  ["100.100.100.200", 32], // Alibaba Cloud
  ["192.0.0.192", 32], // Oracle Cloud
  ["fd00:ec2::254", 128], // Amazon
  ["fd20:ce::254", 128], // Google
];

const GLOBAL_IPV6: readonly [string, number][] = [
  ["2000::", 3], // global unicast: all others are local, multicast, or not allocated
  ["64:ff9b::", 96], // NAT64: RFC 6052, public IPv4 addresses from an IPv6-only network
];

const SPECIAL_IPV6: readonly [string, number][] = [
  ["2001::", 23], // protocol assignments, Teredo tunnels among them
  ["2001:db8::", 32], // documentation: RFC 3849
  ["2002::", 16], // 6to4, which contains any IPv4 address
  ["3fff::", 20], // documentation: RFC 9637
];

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");

const guarded = blockListsOf(GUARDED);
const own = blockListsOf(PRIVATE);

const global = new BlockList();
for (const [net, prefix] of GLOBAL_IPV6) global.addSubnet(net, prefix, "ipv6");

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, "ipv6");
for (const [net, prefix] of SPECIAL_IPV4) {
  special.addSubnet(net, prefix, "ipv4");
  special.addSubnet(`64:ff9b::${net}`, 96 + prefix, "ipv6"); // the same address through NAT64
}

/** One list for each family: a list with IPv4 networks would also match IPv6 addresses that contain one of them. */
function blockListsOf(networks: readonly [string, number][]): Record<"v4" | "v6", BlockList> {
  const lists = { v4: new BlockList(), v6: new BlockList() };
  for (const [net, prefix] of networks) {
    if (isIP(net) === 4) lists.v4.addSubnet(net, prefix, "ipv4");
    else lists.v6.addSubnet(net, prefix, "ipv6");
  }
  return lists;
}
