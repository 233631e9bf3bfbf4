import { createCipheriv, createHmac, hash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { hashSync } from "bcryptjs";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";

/** What a server with Ory Hydra's formats would have issued, for tests. */

/** An opaque token, and its signature. */
export function issueOpaque(
  secret: string,
  prefix = "",
): { readonly token: string; readonly signature: string } {
  const random = randomBytes(32);
  const key = hash("sha256", secret, "buffer");
  const signature = createHmac("sha512-256", key).update(random).digest("base64url");
  return { token: `${prefix}${random.toString("base64url")}.${signature}`, signature };
}

/** The hash of a secret, at the least cost. */
export function hashByBcrypt(secret: string): string {
  return hashSync(secret, 4);
}

/** The keys of a cookie. */
interface Keys {
  readonly mac: Uint8Array;
  readonly encryption?: Uint8Array;
}

/** A cookie of gorilla/securecookie with one pair. */
export function writeSecureCookie(
  name: string,
  pair: readonly [string, string],
  keys: Keys,
): string {
  const plain = writeGob(pair);
  const value = padded(keys.encryption === undefined ? plain : encrypt(plain, keys.encryption));
  const signed = `1794822196|${value}`;
  const mac = createHmac("sha256", keys.mac).update(`${name}|${signed}`).digest();
  return padded(Buffer.concat([Buffer.from(`${signed}|`), mac]));
}

/** A map of any to any with one pair of strings, as Go's encoding/gob writes it. */
export function writeGob(pair: readonly [string, string]): Buffer {
  // The type: id -65 is defined as a map whose keys and elements are of an interface type.
  const definition = Buffer.from("0eff810401", "hex");
  const rest = Buffer.from("02ff820001100110".concat("0000"), "hex");
  const type = Buffer.concat([definition, rest]);
  const any = (text: string): Buffer => {
    const value = Buffer.concat([Buffer.of(0), counted(Buffer.from(text))]);
    return Buffer.concat([counted(Buffer.from("string")), Buffer.of(12), counted(value)]);
  };
  const map = Buffer.concat([Buffer.from("ff820001", "hex"), ...pair.map(any)]);
  return Buffer.concat([type, counted(map)]);
}

/** A challenge or verifier that has the whole flow in it. */
export function sealHandle(secret: string, purpose: string, flow: object): string {
  const nonce = randomBytes(24);
  const cipher = xchacha20poly1305(hash("sha256", secret, "buffer"), nonce, Buffer.from(purpose));
  const sealed = cipher.encrypt(gzipSync(JSON.stringify(flow)));
  return padded(Buffer.concat([nonce, sealed]));
}

/** Behind its length. */
function counted(bytes: Buffer): Buffer {
  const { length } = bytes;
  const prefix = length < 128 ? Buffer.of(length) : Buffer.of(254, length >> 8, length & 255);
  return Buffer.concat([prefix, bytes]);
}

function encrypt(plain: Buffer, key: Uint8Array): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv(`aes-${key.length * 8}-ctr`, key, iv);
  return Buffer.concat([iv, cipher.update(plain), cipher.final()]);
}

function padded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}
