import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Asks for every address of a host name, as `dns.lookup` does. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A name led only to places where strangers have no business to send us. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/**
 * A lookup for a socket to connect by. The socket takes what was checked and asks nobody again, so a name cannot lead
 * elsewhere in between. Of several addresses the allowed ones serve: the others are never connected to, and a host that
 * also has an inner address need be no attacker.
 */
export function guardLookup(lookup: Lookup, allows: (address: string) => boolean): LookupFunction {
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
