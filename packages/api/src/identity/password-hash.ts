/** Stored hashes of passwords, in the format of this server and those of others, and the work that a check of one takes. */

/** What it takes to compute a hash again. */
export interface HashCost {
  /** The algorithm with its parameters: hashes of one kind take the same. */
  readonly kind: string;
  /** As a multiple of one of this server's own hashes. */
  readonly work: number;
}

/**
 * A hash takes at most so much, about a second of a core. Each parameter alone says little: what counts is their product. bcrypt
 * reaches it with a cost of 14, Argon2 with m × t = 2490368, scrypt with N × r × p = 8388608, PBKDF2 with 9600000 rounds of SHA-256 or
 * 3200000 of SHA-512.
 */
export const MAX_HASH_WORK = 64;

/** What a check of a stored hash takes; undefined for a text that cannot be read as one. */
export function hashCostOf(stored: string): HashCost | undefined {
  for (const format of formats) {
    const { groups } = format.form.exec(stored) ?? {};
    if (groups === undefined) continue;
    const numberOf = (name: string): number => Number(groups[name]);
    return { kind: groups["kind"] ?? "", work: format.work(numberOf, groups) };
  }
  return undefined;
}

/** Whether a hash may be stored. One that cannot be read takes no work. */
export function isAffordableHash(stored: string): boolean {
  const { work = 0 } = hashCostOf(stored) ?? {};
  return work <= MAX_HASH_WORK;
}

interface Format {
  readonly form: RegExp;
  work(numberOf: (name: string) => number, groups: Readonly<Record<string, string>>): number;
}

/** Own hashes fill 19 MiB in two passes. */
const OWN_KIBIBYTE_PASSES = 19_456 * 2;
/** Measured: what the other algorithms do in the time of an own hash. */
const BLOCKS_OF_SCRYPT = 131_072;
const ROUNDS_OF_BCRYPT = 256;
const ROUNDS_OF_PBKDF2 = { sha256: 150_000, sha512: 50_000 };
const BYTES_OF_DIGEST = { sha256: 32, sha512: 64 };

const formats: readonly Format[] = [
  {
    form: /^(?<kind>\$2[aby]\$(?<cost>\d\d))\$/,
    work: (numberOf) => 2 ** numberOf("cost") / ROUNDS_OF_BCRYPT,
  },
  {
    form: /^(?<kind>\$argon2(?:id|i)\$v=19\$m=(?<m>\d{1,9}),t=(?<t>\d{1,9}),p=\d{1,9})\$/,
    work: (numberOf) => (numberOf("m") * numberOf("t")) / OWN_KIBIBYTE_PASSES,
  },
  {
    form: /^(?<kind>argon2id:m=(?<m>\d{1,9}),t=(?<t>\d{1,9}),p=\d{1,9}):/,
    work: (numberOf) => (numberOf("m") * numberOf("t")) / OWN_KIBIBYTE_PASSES,
  },
  {
    form: /^(?<kind>\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,4}),p=(?<p>\d{1,4}))\$/,
    work: (numberOf) => (2 ** numberOf("ln") * numberOf("r") * numberOf("p")) / BLOCKS_OF_SCRYPT,
  },
  {
    form: /^(?<kind>\$pbkdf2-(?<digest>sha256|sha512)\$i=(?<i>\d{1,9}),l=(?<l>\d{1,4}))\$/,
    work(numberOf, { digest }) {
      const name = digest === "sha256" ? "sha256" : "sha512";
      // RFC 8018 §5.2: each block of the result takes all rounds.
      const blocks = Math.ceil(numberOf("l") / BYTES_OF_DIGEST[name]);
      return (numberOf("i") * blocks) / ROUNDS_OF_PBKDF2[name];
    },
  },
];
