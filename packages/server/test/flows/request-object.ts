import assert from "node:assert/strict";
import type { AuthorizationRequest, LoginRequest } from "@latchkey/api";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import type { Signer } from "../operations/assertion.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf } from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";

/** Signs a request object, with the header `typ` if it has one. */
export async function signRequestObject(
  { hidden }: Signer,
  claims: JWTPayload,
  typ?: string,
): Promise<string> {
  const { alg = "", kid = "" } = hidden;
  const header = { alg, kid, ...(typ !== undefined && { typ }) };
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK({ ...hidden }, alg));
}

/** The login request that an authorization request leads to. */
export async function loginRequestFor(
  world: TestServer,
  params: AuthorizationRequest,
): Promise<LoginRequest> {
  const asked = await authorize(openBrowser(world), params);
  return world.latchkey.getLoginRequest({ login_challenge: challengeOf(asked, "login") });
}

/** The error page of an authorization request, which is not redirected to the client. */
export async function errorPageOf(
  world: TestServer,
  params: AuthorizationRequest,
): Promise<string> {
  const page = await authorize(openBrowser(world), params);
  assert.equal(page.status, 400);
  assert.equal(page.headers.get("location"), null, "the response goes nowhere");
  return page.text();
}
