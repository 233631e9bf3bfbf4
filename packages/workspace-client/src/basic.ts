import { Secret } from "./secret.ts";

/** The `authorization` value of an integration: RFC 7617, and unlike RFC 6749 §2.3.1 nothing is form-encoded first. */
export function basic(clientId: string, clientSecret: string): Secret {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return new Secret(`Basic ${btoa(binary)}`);
}
