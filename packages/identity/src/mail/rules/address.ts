/** RFC 5321 §4.5.3.1: octets of an address, and of what is before its @. */
const MAX_ADDRESS_BYTES = 254;
const MAX_LOCAL_BYTES = 64;

/**
 * Whether a text is one plain address. Of RFC 5322 §3.4 this leaves out quoted local parts, comments, routes and literal hosts: no
 * provider hands out such addresses, and they are how one text becomes two addresses, or a header.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  return (
    Buffer.byteLength(text) <= MAX_ADDRESS_BYTES &&
    Buffer.byteLength(local) <= MAX_LOCAL_BYTES &&
    LOCAL.test(local) &&
    DOMAIN.test(domain)
  );
}

/** RFC 5322 §3.2.3, and the letters of other languages (RFC 6531). */
const LOCAL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** Names with a dot: a mail to a single name stays on the machine of the mail server. */
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** A sender: a name, which may be missing, and an address. */
export interface Mailbox {
  readonly name: string | undefined;
  readonly address: string;
}

/** `Wonderland <no-reply@example.com>`, or the address alone. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, written, bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  const name = oneLine(written ?? "")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  return isMailAddress(address) ? { name: name === "" ? undefined : name, address } : undefined;
}

/** Text without line breaks and other control characters, for a header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
