import { connect } from "node:tls";

/** What a TLS handshake showed. */
export type TlsEvidence =
  | { readonly kind: "clear" }
  | { readonly kind: "failed"; readonly why: string }
  | {
      readonly kind: "certificate";
      readonly protocol: string;
      /** Why nobody vouches for it. */
      readonly distrusted: string | undefined;
      readonly valid_from_ms: number;
      readonly valid_to_ms: number;
    };

const PATIENCE_MS = 10_000;

/** Shakes hands with a server and looks at its certificate, whatever it is worth. */
export function inspectTls(url: string): Promise<TlsEvidence> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:") return Promise.resolve({ kind: "clear" });
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false, // To look at it, not to trust it.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const fail = (why: string): void => {
      socket.destroy();
      resolve({ kind: "failed", why });
    };
    socket.setTimeout(PATIENCE_MS, () => fail("it took too long"));
    socket.once("error", (error) => fail(error.message));
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      // Node says it is an Error, and means its code.
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
