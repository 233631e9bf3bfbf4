/** Digits of a code that users type. */
const DIGITS = 6;
const VALUES = 10 ** DIGITS;
/** The highest multiple of the number of codes in 4 bytes: what is above would make some codes more likely. */
const FAIR_BELOW = Math.floor(2 ** 32 / VALUES) * VALUES;

/** A code of random bytes, 4 at a time: undefined where none of them are fair. */
export function writeShortCode(random: Buffer): string | undefined {
  for (let offset = 0; offset + 4 <= random.length; offset += 4) {
    const value = random.readUInt32BE(offset);
    if (value < FAIR_BELOW) return String(value % VALUES).padStart(DIGITS, "0");
  }
  return undefined;
}

/** The code in what a user typed: mail apps and users put spaces and dashes between digits. Undefined for what is no code. */
export function readShortCode(typed: string): string | undefined {
  const digits = typed.normalize("NFKC").slice(0, 40).replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
