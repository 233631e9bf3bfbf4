import { BlockList, isIP } from "node:net";
import { unbracketIpv6 } from "@latchkey/api";
import { isLoopback } from "../config/loopback.ts";
import { type OutboundTarget, parseOutboundTarget } from "../config/outbound-target.ts";
import { reachOf } from "./address.ts";

/** The setting `outbound.allow`: which hosts and networks URLs may name that an administrator registered. */
export interface AllowList {
  /** The entries that concern a URL. */
  readonly grantsFor: (url: URL) => Grants;
}

/** What the entries allow to one URL. */
export interface Grants {
  /** Whether any of them may: which addresses its name has shows later. */
  readonly any: boolean;
  readonly covers: (address: string) => boolean;
}

/** For URLs that no administrator registered. */
export const noGrants: Grants = { any: false, covers: () => false };

/** Reads the entries of the setting. */
export function readAllowList(entries: readonly string[]): AllowList {
  if (entries.length === 0) return { grantsFor: () => noGrants };
  const targets = entries.flatMap((entry) => parseOutboundTarget(entry) ?? []);
  const [plain, secure] = [targets.filter(({ allows_http }) => allows_http), targets].map(
    (allowed) => grantsOf(allowed),
  );
  return {
    grantsFor: (url) => (url.protocol === "http:" ? plain : secure)?.(hostOf(url)) ?? noGrants,
  };
}

function grantsOf(targets: readonly OutboundTarget[]): (host: string) => Grants {
  const names = targets.filter(({ kind }) => kind === "host").map(nameOf);
  const suffixes = targets.filter(({ kind }) => kind === "suffix").map(nameOf);
  const networks = targets.filter((target) => target.kind === "network");
  const hosts = new Set(names);
  const all = networksOf(networks);
  // What a wide network contains by accident is not allowed by it.
  const onLoopback = networksOf(networks.filter(isWithinLoopback));
  const alone = new Set(networks.filter(isOneAddress).map(({ address }) => canonical(address)));
  return (host) => {
    const isNamed = hosts.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
    return {
      any: isNamed || networks.length > 0,
      covers: (address) => {
        switch (reachOf(address)) {
          case "public":
          case "private":
            return isNamed || all(address);
          case "loopback":
            return onLoopback(address) || (hosts.has(host) && isLoopback(host));
          case "guarded":
            return alone.has(canonical(address));
          case "forbidden":
            return false;
        }
      },
    };
  };
}

function nameOf(target: OutboundTarget): string {
  return target.kind === "network" ? target.address : target.name;
}

type Network = Extract<OutboundTarget, { kind: "network" }>;

function isWithinLoopback({ address, prefix }: Network): boolean {
  return reachOf(address) === "loopback" && (isIP(address) === 6 || prefix >= 8);
}

function isOneAddress({ address, prefix }: Network): boolean {
  return prefix === (isIP(address) === 4 ? 32 : 128);
}

/** The one notation that URLs and name services have of an address. */
function canonical(address: string): string {
  return isIP(address) === 6
    ? unbracketIpv6(URL.parse(`http://[${address}]/`)?.hostname ?? address)
    : address;
}

/** One list for each family: one with IPv4 networks would also match IPv6 addresses that contain one of them. */
function networksOf(networks: readonly Network[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix } of networks) {
    const family = familyOf(address);
    lists[family].addSubnet(address, prefix, family);
  }
  return (address) => {
    const family = familyOf(address);
    return lists[family].check(address, family);
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** The host of a URL as entries have it: without brackets and without the dot that ends a full name. */
function hostOf({ hostname }: URL): string {
  return unbracketIpv6(hostname.replace(/\.$/, ""));
}

/**
 * The entries with which requests to a URL would be sent, for the administrator to whom they are refused: its host, or its
 * addresses where a name does not suffice. Empty where no entry helps.
 */
export function entriesFor(url: URL, addresses: readonly string[] = []): readonly string[] {
  const scheme = url.protocol === "http:" ? "http://" : "";
  const host = hostOf(url);
  if (isIP(host) !== 0) return reachOf(host) === "forbidden" ? [] : [`${scheme}${host}`];
  if (isLoopback(host)) return [`${scheme}${host}`];
  const reaches = addresses.map((address) => [address, reachOf(address)] as const);
  const isNameEnough = reaches.length === 0 || reaches.some(([, reach]) => isForNames(reach));
  if (isNameEnough) return [`${scheme}${host}`];
  return reaches
    .filter(([, reach]) => reach !== "forbidden")
    .map(([address]) => `${scheme}${address}`);
}

function isForNames(reach: ReturnType<typeof reachOf>): boolean {
  return reach === "public" || reach === "private";
}
