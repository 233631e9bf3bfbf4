import { isIP } from "node:net";

import { UNIX_PEER } from "../limits/networks.ts";
import { err, ok } from "../result.ts";
import { quote, type Kind } from "./kinds.ts";

/** An http or https URL, kept exactly as written. */
export const url: Kind<string> = {
  name: "a URL",
  parse: (value) => {
    const parsed = typeof value === "string" ? URL.parse(value) : null;
    if (typeof value !== "string" || parsed === null || !/^https?:$/.test(parsed.protocol)) {
      return err(`must be a URL that begins with https:// or http://, not ${quote(value)}`);
    }
    return parsed.host.includes("*") // Also from `%2A`, which parsers decode.
      ? err(`must be a URL of one host, without *, not ${quote(value)}`)
      : ok(value);
  },
};

/** OpenID Connect Discovery §3: a URL without query or fragment. Tokens contain it exactly as written. */
export const issuer: Kind<string> = {
  name: url.name,
  parse: (value) => {
    const result = url.parse(value);
    if (!result.ok || !/[?#]/.test(result.value)) return result;
    return err(`must have no query and no fragment: cut ${quote(value)} before the ? or #`);
  },
};

/** A host to listen on: a name, an IP address, or `unix:/path`. */
export const host: Kind<string> = {
  name: "a host name, an IP address or unix:/path",
  parse: (value) =>
    typeof value === "string" && /^(unix:.+|[^\s/]+)$/.test(value)
      ? ok(value)
      : err("must be a host name, an IP address or unix:/path: 0.0.0.0 means every address"),
};

/** The name of a host, or `*.` and the name of a domain, which means every host below it. */
export const hostPattern: Kind<string> = {
  name: "a host name, or *.example.com",
  parse: (value) => {
    const name = typeof value === "string" ? value.replace(/^\*\./, "") : "";
    const isName = /^[^\s/?#@:*]+$/.test(name) || /^\[[\da-f:.]+\]$/i.test(name);
    const hostname = isName ? URL.parse(`https://${name}/`)?.hostname : undefined;
    if (hostname?.includes("*") === false && typeof value === "string") {
      return ok(value.startsWith("*.") ? `*.${hostname}` : hostname);
    }
    return err(
      `must be a host name such as app.example.com or *.example.com, without scheme, port and path, not ${quote(value)}`,
    );
  },
};

/** A range of addresses, such as `10.0.0.0/8`. */
export const cidr: Kind<string> = {
  name: "an address range, such as 10.0.0.0/8",
  parse: (value) => {
    const [address = "", bits = ""] = String(value).split("/", 2);
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (/^\d{1,3}$/.test(bits) && Number(bits) <= longest) return ok(`${address}/${bits}`);
    return err(`must be an address range such as 10.0.0.0/8 or fd00::/8, not ${quote(value)}`);
  },
};

/** A proxy: its range of addresses, or `unix` for those that connect to a Unix socket. */
export const proxy: Kind<string> = {
  name: `${cidr.name}, or ${UNIX_PEER}`,
  parse: (value) => {
    const range = value === UNIX_PEER ? ok(value) : cidr.parse(value);
    return range.ok
      ? range
      : err(
          `must be an address range such as 10.0.0.0/8 or fd00::/8, or unix, not ${quote(value)}`,
        );
  },
};
