/**
 * bcrypt, which the platform does not have: `$2a$10$…`. It sees the first 72 bytes of a secret only, so a longer one matches with any
 * tail, as it did at the other server. The library is loaded by the first check.
 */
export const bcryptHash = {
  owns: (stored: string): boolean => /^\$2[aby]\$/.test(stored),
  async verify(secret: string, stored: string): Promise<boolean> {
    if (!SHAPE.test(stored)) return false;
    const { compare } = await import("bcryptjs");
    return compare(secret, stored);
  },
  isExact: (secret: string): boolean => Buffer.byteLength(secret) <= MAX_BYTES,
};

const MAX_BYTES = 72;
/** A cost of more than 15 would take many seconds. */
const SHAPE = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
