// With `atob` and `btoa`: browsers before the autumn of 2025, and Node 24 in tests, have no Uint8Array.fromBase64.

/** Encodes bytes in base64url, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url. Throws where the text is not. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new SyntaxError("The text is not base64url.");
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
