/** An `authorization` value by which a client proves itself: RFC 6749 §2.3.1. */
export function basic(client_id: string, client_secret: string): string {
  // Both are form-encoded first, so a colon or an umlaut in either survives, and what is left is ASCII.
  return `Basic ${btoa(`${formEncode(client_id)}:${formEncode(client_secret)}`)}`;
}

/** An `authorization` value that presents a token: RFC 6750 §2.1. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** RFC 6749 Appendix B. */
function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice("=".length);
}
