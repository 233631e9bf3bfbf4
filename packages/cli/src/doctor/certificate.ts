import { connect } from "node:tls";
import { unbracketIpv6 } from "@latchkey/api";

/** The result of a TLS handshake. */
export type TlsEvidence =
  | { readonly kind: "no_tls" }
  | { readonly kind: "failed"; readonly why: string }
  | {
      readonly kind: "certificate";
      readonly protocol: string;
      /** Why the certificate is not trusted. */
      readonly distrusted: string | undefined;
      readonly valid_from_ms: number;
      readonly valid_to_ms: number;
    };

const TIMEOUT_MS = 10_000;

/** Performs a TLS handshake and returns the certificate, trusted or not. */
export function inspectTls(url: string): Promise<TlsEvidence> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:") return Promise.resolve({ kind: "no_tls" });
  const host = unbracketIpv6(hostname);
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false, // The certificate is inspected, not trusted.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const fail = (why: string): void => {
      socket.destroy();
      resolve({ kind: "failed", why });
    };
    socket.setTimeout(TIMEOUT_MS, () => fail("timeout"));
    socket.once("error", (error) => fail(error.message));
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      // Typed as Error, but it is the error code.
      const reason: unknown = socket.authorizationError;
      resolve({
        kind: "certificate",
        protocol: socket.getProtocol() ?? "",
        distrusted: socket.authorized ? undefined : String(reason),
        valid_from_ms: Date.parse(valid_from),
        valid_to_ms: Date.parse(valid_to),
      });
      socket.end();
    });
  });
}
