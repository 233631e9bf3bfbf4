import assert from "node:assert/strict";
import { once } from "node:events";
import { after, it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import express from "express";
import { auth, requiredScopes } from "express-oauth2-jwt-bearer";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { startSignInServer } from "../support/sign-in-server.ts";

const { issuer, latchkey } = await startSignInServer();
const audience = "https://albums.example";
const jwt = { access_token_strategy: "jwt", scope: "albums.read", audience: [audience] } as const;

it("an API that asks for a scope with requiredScopes accepts our JWTs by default", async () => {
  const open = await openApi({ strict: false });
  const token = await tokenFor("photos", jwt, "albums.read");
  assert.deepEqual(await call(open, token), { status: 200, body: "albums of photos" });
});

it("without the scope it refuses", async () => {
  const open = await openApi({ strict: false });
  const { status } = await call(open, await tokenFor("letters", jwt, ""));
  assert.equal(status, 403);
});

it("in strict mode it wants what RFC 9068 does, and a client may have that", async () => {
  const strict = await openApi({ strict: true });
  const plain = await tokenFor("maps", jwt, "albums.read");
  assert.equal((await call(strict, plain)).status, 401);
  const typed = { ...jwt, access_token_jwt_typ: "at+jwt" } as const;
  const token = await tokenFor("scans", typed, "albums.read");
  assert.deepEqual(await call(strict, token), { status: 200, body: "albums of scans" });
});

/** An API that is configured with the issuer alone. */
async function openApi({ strict }: { readonly strict: boolean }): Promise<string> {
  const api = express();
  api.get(
    "/albums",
    auth({ issuerBaseURL: issuer, audience, strict }),
    requiredScopes("albums.read"),
    (request, response) => {
      response.send(`albums of ${String(request.auth?.payload["client_id"])}`);
    },
  );
  api.use(refuse);
  const server = api.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The API has no port.");
  return `http://127.0.0.1:${address.port}/albums`;
}

/** Otherwise Express writes every refusal to the console. */
const refuse: express.ErrorRequestHandler = (
  error: { status: number },
  _request,
  response,
  _next,
) => {
  response.status(error.status).end();
};

async function tokenFor(
  client_id: string,
  description: OAuth2ClientInput,
  scope: string,
): Promise<string> {
  const machine = await registerMachine(latchkey, { ...description, client_id });
  return tokenOf(latchkey, machine, { scope, audience });
}

async function call(url: string, token: string): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.text() };
}
