import { isIP } from "node:net";
import { type AddressPredicate, UNIX_PEER } from "./networks.ts";

type RequestHeaders = Readonly<Record<string, string | undefined>>;

/**
 * The address that a request comes from. Proxies append to `X-Forwarded-For` and `Forwarded` (RFC 7239), so the lists are
 * read from the right, starting with the peer of the connection: the first address that is no trusted proxy is the caller.
 * Everything further left may be forged by the caller. Empty where it is not known: behind a Unix socket.
 */
export function callerAddress(
  peer: string,
  headers: RequestHeaders,
  isTrusted: AddressPredicate | undefined,
): string {
  const caller = isTrusted?.(peer) ? forwardedCaller(peer, headers, isTrusted) : peer;
  return caller === UNIX_PEER ? "" : caller;
}

function forwardedCaller(
  peer: string,
  headers: RequestHeaders,
  isTrusted: AddressPredicate,
): string {
  const byList = headers["x-forwarded-for"];
  const byRfc = headers["forwarded"];
  if (byList === undefined && byRfc === undefined) return peer;
  const one = byList === undefined ? undefined : callerIn(peer, listedIn(byList), isTrusted);
  const other = byRfc === undefined ? undefined : callerIn(peer, forwardedFor(byRfc), isTrusted);
  if (one === undefined || other === undefined) return one ?? other ?? peer;
  // A proxy that writes one of the two headers passes the other on as the caller sent it. Where they differ, neither counts.
  return one === other ? one : UNSPECIFIED;
}

/**
 * The address of all callers whose address is in doubt: they share their rate limits. Not that of the proxy, which may be exempt
 * from them, as loopback addresses are.
 */
const UNSPECIFIED = "0.0.0.0";

function callerIn(
  peer: string,
  hops: readonly (string | undefined)[],
  isTrusted: AddressPredicate,
): string {
  let caller = peer;
  for (const hop of hops) {
    if (hop === undefined) return caller; // Obfuscated or malformed: nothing further left can be attributed.
    caller = hop;
    if (!isTrusted(hop)) return caller;
  }
  return caller;
}

/** The maximum number of hops that are read, to bound the time. */
const MAX_HOPS = 16;

function listedIn(header: string): readonly (string | undefined)[] {
  return elementsFromTheRight(header).map(addressIn);
}

/** RFC 7239 §4: `for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"`. */
function forwardedFor(header: string): readonly (string | undefined)[] {
  return elementsFromTheRight(header).map((element) => {
    const pairs = element.split(";").map((pair) => pair.trim());
    const pair = pairs.find((each) => /^for=/i.test(each));
    return pair === undefined ? undefined : addressIn(pair.slice(4).replaceAll('"', ""));
  });
}

function elementsFromTheRight(header: string): readonly string[] {
  const elements: string[] = [];
  let end = header.length;
  while (end >= 0 && elements.length < MAX_HOPS) {
    const comma = end === 0 ? -1 : header.lastIndexOf(",", end - 1);
    elements.push(header.slice(comma + 1, end).trim());
    end = comma;
  }
  return elements;
}

/** An address without port and brackets; undefined for other text, such as `unknown` or `_hidden`. */
function addressIn(text: string): string | undefined {
  const bracketed = /^\[([^\]]{2,45})\](?::\d{1,5})?$/.exec(text)?.[1];
  const address = bracketed ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(address) === 0 ? undefined : address;
}
