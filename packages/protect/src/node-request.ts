import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import type { ProtectedRequest } from "./protected-request.ts";

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

/**
 * The URL that the client called, from the URL of the API: behind a proxy, that of the request is another one. Of the target of
 * a request only path and query count. It may be a whole URL (RFC 9112 §3.2.2), or begin with two slashes: the host in it is
 * chosen by the caller, who could otherwise present a DPoP proof that was made for another server.
 */
export function calledUrl(resource: string, target: string): string {
  const { origin } = new URL(resource);
  if (target.startsWith("/")) return new URL(origin + target).href;
  const { pathname, search } = new URL(URL.canParse(target) ? target : origin);
  return new URL(origin + (pathname.startsWith("/") ? pathname + search : "/")).href;
}
