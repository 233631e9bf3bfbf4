import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";
import { callbackify } from "node:util";
import type { Lookup } from "../checked-lookup.ts";
import { createHostsFile, type HostsFile } from "./hosts-file.ts";

/** All queries of one lookup together. Milliseconds. */
const TIMEOUT_MS = 3_000;
/** RFC 8305 §3: how long the addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 100;

/**
 * Resolves names by DNS, within a deadline and without a thread. `dns.lookup` takes one of the four threads of the process until
 * the system gives up, which is after 10 seconds and more where a name server does not respond, and cannot be cancelled: a few
 * names of one silent zone stop the lookups, file reads and password hashes of the whole process.
 *
 * Unlike the system's lookup, it appends no search domain and uses no other name service than the hosts file and DNS.
 */
export function createNameResolver(
  options: { readonly servers?: readonly string[]; readonly hosts?: HostsFile } = {},
): Lookup {
  const { servers, hosts = createHostsFile() } = options;

  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    const listed = await hosts(hostname);
    if (listed.length > 0) return listed.map(describe);
    if (/^(?:.+\.)?localhost\.?$/i.test(hostname)) return LOCALHOST; // RFC 6761 §6.3
    return query(hostname, servers);
  };

  const resolveBack = callbackify(resolve);
  return (hostname, _, callback) =>
    resolveBack(hostname, (error, addresses) => callback(error, error === null ? addresses : []));
}

const LOCALHOST = ["127.0.0.1", "::1"].map(describe);

function describe(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}

/** IPv4 comes first, as it works almost everywhere; the socket tries the next address when one does not connect. */
async function query(
  hostname: string,
  servers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  // One per lookup: it can be cancelled alone, and knows the name servers that the machine has now.
  const resolver = new Resolver({ timeout: TIMEOUT_MS / 3, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  let isLate = false;
  const cancelAfter = (ms: number) =>
    setTimeout(() => {
      isLate = true;
      resolver.cancel();
    }, ms);
  const deadline = cancelAfter(TIMEOUT_MS);
  let patience: NodeJS.Timeout | undefined;
  try {
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    for (const family of families)
      family.then(
        () => (patience ??= cancelAfter(OTHER_FAMILY_MS)),
        () => {}, // Reported below.
      );
    const settled = await Promise.allSettled(families);
    const addresses = settled.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.length > 0) return addresses.map(describe);
    if (isLate) throw Object.assign(new Error("No name server responded."), { code: "ETIMEOUT" });
    throw chooseError(settled);
  } finally {
    clearTimeout(deadline);
    clearTimeout(patience);
  }
}

/** That a name does not exist, or has no address, is less than that it could not be asked for. */
function chooseError(settled: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = settled.flatMap((each): unknown[] =>
    each.status === "rejected" ? [each.reason] : [],
  );
  return errors.find((error) => !isDefinite(error)) ?? errors[0];
}

function isDefinite(error: unknown): boolean {
  return error instanceof Error && "code" in error && DEFINITE.has(error.code);
}

const DEFINITE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);
