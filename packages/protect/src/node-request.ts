import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import type { ProtectedRequest } from "./protection.ts";

/** A request of Node's HTTP server. `url` is the URL that the client called. */
export function ofNode(request: IncomingMessage, url: string): ProtectedRequest {
  const { socket } = request;
  const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate().raw : undefined;
  return {
    method: request.method ?? "GET",
    url,
    // Node joins two headers of one name, so that two proofs are recognized.
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    certificate,
  };
}

/** The URL that the client called, from the URL of the API: behind a proxy, that of the request is another one. */
export function calledUrl(resource: string, path: string): string {
  return new URL(path, new URL(resource).origin).href;
}
