import type { VerifiedToken } from "./verified-token.ts";

/** The tokens of the requests under way. Frameworks give the same request object to middleware and handlers. */
const tokens = new WeakMap<object, VerifiedToken>();

/** Keeps the token of a request. */
export function keepToken(request: object, token: VerifiedToken): void {
  tokens.set(request, token);
}

/**
 * The token of a request that `requireToken` let through. Throws for a route that is not protected.
 *
 * @example
 * ```ts
 * import express from "express";
 * import { requireToken, tokenOf } from "@latchkey/protect/express";
 *
 * express().get("/photos", requireToken(protection), (request, response) => {
 *   const { subject, scope } = tokenOf(request);
 *   response.json({ subject, scope });
 * });
 * ```
 */
export function tokenOf(request: object): VerifiedToken {
  const token = tokens.get(request);
  if (token === undefined) throw new Error("This route has no requireToken before it.");
  return token;
}
