/** RFC 6238: time-based one-time codes, with the parameters that all authenticator apps know. */

import { createHmac, timingSafeEqual } from "node:crypto";

const PERIOD = 30;
const DIGITS = 6;
/** RFC 6238 §5.2: codes of the step before and of the one after are accepted, since clocks differ. */
const DRIFT = 1;

/**
 * The time step of a code; undefined if it is no code of now, or none after the step that was used last: RFC 6238 §5.2, a code is
 * accepted once. All candidates are compared, whichever matches.
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  now: number,
  last_step: number,
): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ""));
  const current = Math.floor(now / PERIOD);
  let found: number | undefined;
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1) {
    const expected = Buffer.from(totpAt(secret, step));
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && step > last_step) found ??= step;
  }
  return found;
}

/** RFC 4226 §5.3, with the time step as its counter. */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The URI that authenticator apps read from a QR code. The defaults of the parameters are those of RFC 6238. */
export function totpUri(secret: Uint8Array, issuer: string, username: string): string {
  const label = [issuer, username].map(encodeURIComponent).join(":");
  const query = {
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD,
  };
  // Apps do not read `+` as a space.
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${text.join("&")}`;
}

/** RFC 4648 §6, without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, value, bits] = ["", 0, 0];
  for (const byte of bytes) {
    value = ((value & 0x1f) << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 0x1f];
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 0x1f];
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
