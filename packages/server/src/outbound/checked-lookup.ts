import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Resolves all addresses of a host name, as `dns.lookup` does. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A name has no address that outbound requests may go to. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/**
 * A lookup for a socket, which connects to the checked address without resolving the name again: DNS rebinding cannot change
 * it in between. Of several addresses only the allowed ones are used; a host that also has a private address is not
 * necessarily an attack.
 */
export function createCheckedLookup(
  lookup: Lookup,
  allows: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "");

      const allowed = addresses.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (first === undefined) return callback(new AddressRefusedError(hostname), "");
      if (options.all === true) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * The same lookup, once for all who want a name at the same time: while a name service does not respond, every request that gave
 * up would leave another lookup waiting.
 */
export function shareLookups(lookup: Lookup): Lookup {
  const waiting = new Map<string, Parameters<Lookup>[2][]>();
  return (hostname, options, callback) => {
    const others = waiting.get(hostname);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const callbacks = [callback];
    waiting.set(hostname, callbacks);
    try {
      lookup(hostname, options, (error, addresses) => {
        waiting.delete(hostname);
        for (const each of callbacks) each(error, addresses);
      });
    } catch (error) {
      waiting.delete(hostname);
      throw error;
    }
  };
}
