/** RFC 8935 §2.4, RFC 8936 §2.6: why a receiver refused a security event token. */

/** The code of an error; text of a stranger, so only a code is read. */
export function readErrorCode(err: unknown): string | undefined {
  return typeof err === "string" && /^[\w.-]{1,64}$/.test(err) ? err : undefined;
}

/** The key is another one after a rotation, and the receiver may have to correct its own settings. */
const MAY_PASS: ReadonlySet<string> = new Set([
  "invalid_key",
  "authentication_failed",
  "access_denied",
]);

/** RFC 8935 §2: what was refused is not sent again, unless the cause may pass. */
export function isFinalRefusal(code: string | undefined): boolean {
  return code !== undefined && !MAY_PASS.has(code);
}
