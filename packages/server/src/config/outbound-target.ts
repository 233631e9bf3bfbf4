import { isIP } from "node:net";
import { unbracketIpv6 } from "@latchkey/api";
import { err, ok } from "../result.ts";
import { cidr } from "./address-kinds.ts";
import { type Kind, quote } from "./kinds.ts";

/** What an entry of `outbound.allow` names. */
export type OutboundTarget = { readonly allows_http: boolean } & (
  | { readonly kind: "host"; readonly name: string }
  /** Every host below a domain; `name` begins with a dot. */
  | { readonly kind: "suffix"; readonly name: string }
  | { readonly kind: "network"; readonly address: string; readonly prefix: number }
);

/** An entry of `outbound.allow`, kept as text. */
export const outboundTarget: Kind<string> = {
  name: "a host, .example.com or an address range, with http:// before it where plain http is allowed",
  parse: (value) => {
    const target = typeof value === "string" ? parseOutboundTarget(value.trim()) : undefined;
    return target === undefined
      ? err(
          `must be a host such as keys.internal, the hosts of a domain such as .internal.example, or an address range such as 10.0.0.0/8, with http:// before it where plain http is allowed, and without port and path, not ${quote(value)}`,
        )
      : ok(writeOutboundTarget(target));
  },
};

const HTTP = "http://";

/** Reads an entry; undefined where it is none. */
export function parseOutboundTarget(text: string): OutboundTarget | undefined {
  const allows_http = text.startsWith(HTTP);
  const target = allows_http ? text.slice(HTTP.length) : text;
  const network = parseNetwork(target);
  if (network !== undefined) return { allows_http, kind: "network", ...network };
  const [kind, host] = target.startsWith(".")
    ? (["suffix", target.slice(1)] as const)
    : (["host", target] as const);
  const name = normalizeHost(host);
  if (name === undefined) return undefined;
  return { allows_http, kind, name: kind === "suffix" ? `.${name}` : name };
}

function writeOutboundTarget(target: OutboundTarget): string {
  const scheme = target.allows_http ? HTTP : "";
  if (target.kind !== "network") return `${scheme}${target.name}`;
  const { address, prefix } = target;
  return prefix === lengthOf(address) ? `${scheme}${address}` : `${scheme}${address}/${prefix}`;
}

function parseNetwork(text: string): { address: string; prefix: number } | undefined {
  const [address = "", prefix] = text.split("/", 2);
  const bare = unbracketIpv6(address);
  if (isIP(bare) === 0 || bare.includes("%")) return undefined;
  if (prefix === undefined) return { address: bare, prefix: lengthOf(bare) };
  return cidr.parse(`${bare}/${prefix}`).ok && text.split("/").length === 2
    ? { address: bare, prefix: Number(prefix) }
    : undefined;
}

function lengthOf(address: string): number {
  return isIP(address) === 4 ? 32 : 128;
}

/** The name as URLs have it; undefined for what is no name, or another notation of an address. */
function normalizeHost(host: string): string | undefined {
  if (!/^[^\s/?#@:*\\[\].][^\s/?#@:*\\[\]]*$/.test(host)) return undefined;
  const hostname = URL.parse(`https://${host}/`)?.hostname.replace(/\.$/, "");
  return hostname === undefined || hostname === "" || isIP(hostname) !== 0 ? undefined : hostname;
}
