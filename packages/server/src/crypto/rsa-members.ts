import type { JsonWebKey } from "@latchkey/api";

/**
 * RFC 7518 §6.3.2 — the members of a private RSA key that follow from its others. Some servers write d, p and q only, and
 * OpenSSL wants all of them. This runs once, when an operator hands a key over, so BigInt's uneven timing tells nobody.
 */

/** The key with `dp`, `dq` and `qi` filled in where it has `d`, `p` and `q`; any other key as it is. */
export function completeRsaKey(jwk: JsonWebKey): JsonWebKey {
  if (jwk.d === undefined || jwk.p === undefined || jwk.q === undefined) return jwk;
  const [d, p, q] = [decode(jwk.d), decode(jwk.p), decode(jwk.q)];
  if (p < 3n || q < 3n) return jwk; // no primes, and no key: its proof will fail

  const derived = { dp: encode(d % (p - 1n)), dq: encode(d % (q - 1n)), qi: encode(invert(q, p)) };
  return { ...jwk, ...derived };
}

/** How many bits the modulus has; 0 when there is none. */
export function rsaBits({ n = "" }: JsonWebKey): number {
  return n === "" ? 0 : decode(n).toString(2).length;
}

function decode(number: string): bigint {
  return BigInt(`0x0${Buffer.from(number, "base64url").toString("hex")}`);
}

function encode(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

/** The inverse of a number modulo another, by Euclid's extended algorithm; 0 when they share a divisor. */
function invert(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number % modulus];
  let [inverse, following] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [inverse, following] = [following, inverse - quotient * following];
  }
  return rest === 1n ? (inverse + modulus) % modulus : 0n;
}
