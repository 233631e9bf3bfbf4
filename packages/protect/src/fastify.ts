import type { IncomingMessage } from "node:http";
import { METADATA_HEADERS } from "./handler.ts";
import { calledUrl, ofNode } from "./node-request.ts";
import type { Protection, Requirements } from "./protection.ts";
import { keepToken } from "./request-tokens.ts";

export { tokenOf } from "./request-tokens.ts";

/** What is used of Fastify's request. */
interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly url: string;
}

/** What is used of Fastify's reply. */
interface FastifyReply {
  code(status: number): FastifyReply;
  headers(values: Record<string, string>): FastifyReply;
  send(body: unknown): FastifyReply;
}

/** What is used of a Fastify instance. */
interface FastifyInstance {
  get(path: string, handler: (request: unknown, reply: FastifyReply) => unknown): unknown;
}

/**
 * A `preHandler` hook: the request goes on with its token, `tokenOf(request)`, or gets the challenge.
 *
 * @example
 * ```ts
 * import Fastify from "fastify";
 * import { requireToken, tokenOf } from "@latchkey/protect/fastify";
 *
 * const app = Fastify();
 * const preHandler = requireToken(protection, { scope: "photos.read" });
 * app.get("/photos", { preHandler }, (request) => ({ owner: tokenOf(request).subject }));
 * ```
 */
export function requireToken(protection: Protection, requirements: Requirements = {}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const url = calledUrl(protection.metadata.resource, request.url);
    const verified = await protection.verify(ofNode(request.raw, url), requirements);
    if (verified.ok) {
      keepToken(request, verified.token);
      return undefined;
    }
    const { status, headers, body } = verified.challenge;
    return reply.code(status).headers(headers).send(body);
  };
}

/**
 * Adds the routes of the metadata of the API (RFC 9728).
 *
 * @example
 * ```ts
 * import Fastify from "fastify";
 * import { serveMetadata } from "@latchkey/protect/fastify";
 *
 * const app = Fastify();
 * serveMetadata(protection, app);
 * ```
 */
export function serveMetadata(protection: Protection, app: FastifyInstance): void {
  for (const path of protection.metadata_paths)
    app.get(path, (_request, reply) => reply.headers(METADATA_HEADERS).send(protection.metadata));
}
