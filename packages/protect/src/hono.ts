import { answerMetadata, ofFetch } from "./handler.ts";
import type { Protection, Requirements } from "./protection.ts";
import { keepToken } from "./request-tokens.ts";

export { tokenOf } from "./request-tokens.ts";

/** What is used of Hono's context. */
interface HonoContext {
  readonly req: { readonly raw: Request };
}

type Next = () => Promise<void>;

/**
 * Middleware: the request goes on with its token, `tokenOf(c.req.raw)`, or gets the challenge.
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { requireToken, tokenOf } from "@latchkey/protect/hono";
 *
 * const app = new Hono();
 * app.get("/photos", requireToken(protection, { scope: "photos.read" }), (c) =>
 *   c.json({ owner: tokenOf(c.req.raw).subject }),
 * );
 * ```
 */
export function requireToken(protection: Protection, requirements: Requirements = {}) {
  return async (c: HonoContext, next: Next): Promise<Response | void> => {
    const verified = await protection.verify(ofFetch(c.req.raw, protection), requirements);
    if (!verified.ok) {
      const { status, headers, body } = verified.challenge;
      return Response.json(body, { status, headers });
    }
    keepToken(c.req.raw, verified.token);
    return next();
  };
}

/**
 * Middleware: serves the metadata of the API (RFC 9728).
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { serveMetadata } from "@latchkey/protect/hono";
 *
 * const app = new Hono();
 * app.use(serveMetadata(protection));
 * ```
 */
export function serveMetadata(protection: Protection) {
  return async (c: HonoContext, next: Next): Promise<Response | void> =>
    answerMetadata(protection, c.req.raw) ?? next();
}
