import { calledUrl } from "./node-request.ts";
import type { ProtectedRequest } from "./protected-request.ts";
import type { Protection, Requirements } from "./protection.ts";
import type { VerifiedToken } from "./verified-token.ts";

/** A handler of requests with a verified token. */
export type ProtectedHandler<Rest extends readonly unknown[]> = (
  request: Request,
  token: VerifiedToken,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Wraps a fetch handler: it is called only with a token that meets the requirements.
 *
 * @example
 * ```ts
 * import { protect } from "@latchkey/protect";
 *
 * const photos = protect(protection, { scope: "photos.read" }, (_request, token) =>
 *   Response.json({ owner: token.subject }),
 * );
 * export default { fetch: photos };
 * ```
 */
export function protect<Rest extends readonly unknown[]>(
  protection: Protection,
  requirements: Requirements,
  handler: ProtectedHandler<Rest>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const verified = await protection.verify(ofFetch(request, protection), requirements);
    if (verified.ok) return handler(request, verified.token, ...rest);
    const { status, headers, body } = verified.challenge;
    return Response.json(body, { status, headers });
  };
}

/**
 * RFC 9728 §3: the metadata of the API, or undefined for another path.
 *
 * @example
 * ```ts
 * import { answerMetadata } from "@latchkey/protect";
 *
 * export default {
 *   fetch: (request: Request) =>
 *     answerMetadata(protection, request) ?? new Response(null, { status: 404 }),
 * };
 * ```
 */
export function answerMetadata(protection: Protection, request: Request): Response | undefined {
  if (!protection.metadata_paths.includes(new URL(request.url).pathname)) return undefined;
  return Response.json(protection.metadata, { headers: METADATA_HEADERS });
}

/** Clients in browsers read the metadata as well. */
export const METADATA_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "public, max-age=300",
} as const;

/** A request of the fetch API. */
export function ofFetch(request: Request, { metadata }: Protection): ProtectedRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: calledUrl(metadata.resource, pathname + search),
    header: (name: string) => request.headers.get(name) ?? undefined,
  };
}
