import { BlockList, isIP } from "node:net";
import { memoize } from "../memoize.ts";

/** Whether an address is in one of some networks. */
export type AddressPredicate = (address: string) => boolean;

/** What the peers of a Unix socket have in place of an address. */
export const UNIX_PEER = "unix";

/** Reads networks in CIDR notation, single addresses, or `UNIX_PEER`. IPv4 addresses match in their IPv6-mapped form too. */
export function readNetworks(networks: readonly string[]): AddressPredicate {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  const hasUnix = networks.includes(UNIX_PEER);
  for (const network of networks) {
    if (network === UNIX_PEER) continue;
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (family === undefined) throw new Error(`${network} is not a network in CIDR notation.`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    if (address === UNIX_PEER) return hasUnix;
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

/** The same for a list that may be replaced by another one. */
export function readNetworksOf(networksNow: () => readonly string[]): AddressPredicate {
  const read = memoize(readNetworks);
  return (address) => read(networksNow())(address);
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? "ipv4" : "ipv6";
}

/** The network of an address, with the rest as zeros: of IPv4 the first 24 bits, of IPv6 the first 48. Empty for anything else. */
export function networkAddress(address: string): string {
  const network = networkOf(address); // An IPv4 address that is mapped to IPv6 is IPv4 again.
  if (isIP(network) === 4) return network.replace(/\d+$/, "0");
  if (isIP(address) !== 6) return "";
  return `${network.split(":").slice(0, 3).join(":")}::`;
}

/** The part of an address that one caller controls: of an IPv6 address the first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // ::ffff:192.0.2.1
  const [left = [], right = []] = address
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
