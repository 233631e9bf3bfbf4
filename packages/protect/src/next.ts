import { METADATA_HEADERS, protect, type ProtectedHandler } from "./handler.ts";
import type { Protection, Requirements } from "./protection.ts";

/**
 * Wraps a route handler of Next.js: `export const GET = requireToken(protection, { scope }, handler)`.
 *
 * @example
 * ```ts
 * import { requireToken } from "@latchkey/protect/next";
 *
 * export const GET = requireToken(protection, { scope: "photos.read" }, (_request, token) =>
 *   Response.json({ owner: token.subject }),
 * );
 * ```
 */
export function requireToken<Rest extends readonly unknown[]>(
  protection: Protection,
  requirements: Requirements,
  handler: ProtectedHandler<Rest>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return protect(protection, requirements, handler);
}

/**
 * The route handler of `app/.well-known/oauth-protected-resource/route.ts`.
 *
 * @example
 * ```ts
 * import { serveMetadata } from "@latchkey/protect/next";
 *
 * export const GET = serveMetadata(protection);
 * ```
 */
export function serveMetadata(protection: Protection): () => Response {
  return () => Response.json(protection.metadata, { headers: METADATA_HEADERS });
}
