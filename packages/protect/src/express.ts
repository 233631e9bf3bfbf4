import type { IncomingMessage, ServerResponse } from "node:http";
import { METADATA_HEADERS } from "./handler.ts";
import { calledUrl, ofNode } from "./node-request.ts";
import type { Protection, Requirements, Verification } from "./protection.ts";
import { keepToken } from "./request-tokens.ts";

export { tokenOf } from "./request-tokens.ts";

type Next = (error?: unknown) => void;

/**
 * Middleware: the request goes on with its token, `tokenOf(request)`, or gets the challenge.
 *
 * @example
 * ```ts
 * import express from "express";
 * import { requireToken, tokenOf } from "@latchkey/protect/express";
 *
 * const app = express();
 * app.get("/photos", requireToken(protection, { scope: "photos.read" }), (request, response) => {
 *   response.json({ owner: tokenOf(request).subject });
 * });
 * ```
 */
export function requireToken(protection: Protection, requirements: Requirements = {}) {
  return (
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
    next: Next,
  ): void => {
    const url = calledUrl(protection.metadata.resource, request.originalUrl ?? request.url ?? "/");
    void answer(protection.verify(ofNode(request, url), requirements), request, response, next);
  };
}

async function answer(
  verifying: Promise<Verification>,
  request: IncomingMessage,
  response: ServerResponse,
  next: Next,
): Promise<void> {
  const verified = await verifying;
  if (verified.ok) {
    keepToken(request, verified.token);
    next();
    return;
  }
  const { status, headers, body } = verified.challenge;
  response.writeHead(status, { ...headers, "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

/**
 * Middleware: serves the metadata of the API (RFC 9728).
 *
 * @example
 * ```ts
 * import express from "express";
 * import { serveMetadata } from "@latchkey/protect/express";
 *
 * const app = express();
 * app.use(serveMetadata(protection));
 * ```
 */
export function serveMetadata(protection: Protection) {
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const { pathname } = new URL(calledUrl(protection.metadata.resource, request.url ?? "/"));
    if (request.method !== "GET" || !protection.metadata_paths.includes(pathname)) {
      next();
      return;
    }
    response.writeHead(200, { ...METADATA_HEADERS, "Content-Type": "application/json" });
    response.end(JSON.stringify(protection.metadata));
  };
}
