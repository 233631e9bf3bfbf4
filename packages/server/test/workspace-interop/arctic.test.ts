import assert from "node:assert/strict";
import { it, mock } from "node:test";
import {
  CodeChallengeMethod,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
  OAuth2RequestError,
  type OAuth2Tokens,
} from "arctic";
import { openVisitor } from "../interop/visitor.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { askWhoIAm, letIn, openWonderland, SERVICE_VERSION } from "./wonderland.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const { photos, workspace } = await openWonderland(latchkey, subject);
const { client_id, client_secret, redirect_uri } = photos;
const endpoints = {
  authorize: `${issuer}/v1/oauth/authorize`,
  token: `${issuer}/v1/oauth/token`,
  revoke: `${issuer}/v1/oauth/revoke`,
};
const library = new OAuth2Client(client_id, client_secret, redirect_uri);
sendVersion();

it("photos exchanges a code, refreshes, and gives it all back", async () => {
  const first = await exchange(await visit());
  assert.equal(first.tokenType(), "bearer");
  assert.partialDeepStrictEqual(first.data, { workspace_id: workspace.id });
  assert.equal(first.hasScopes(), false);
  assert.equal(await statusOf(first), 200);

  const second = await library.refreshAccessToken(endpoints.token, first.refreshToken(), []);
  assert.notEqual(second.refreshToken(), first.refreshToken());
  assert.deepEqual(await Promise.all([first, second].map(statusOf)), [401, 200]);

  await library.revokeToken(endpoints.revoke, second.accessToken());
  assert.equal(await statusOf(second), 401);
  const again = library.refreshAccessToken(endpoints.token, second.refreshToken(), []);
  await assert.rejects(again, isRequestError("invalid_grant"));
});

it("a code that was used is refused", async () => {
  const callback = await visit();
  await exchange(callback);
  await assert.rejects(exchange(callback), isRequestError("invalid_grant"));
});

it("a code without its verifier is refused, and with it still works", async () => {
  const callback = await visit();
  const bare = library.validateAuthorizationCode(endpoints.token, callback.code, null);
  await assert.rejects(bare, isRequestError("invalid_grant"));
  assert.equal(await statusOf(await exchange(callback)), 200);
});

it("a wrong secret is an error of the library", async () => {
  const mallory = new OAuth2Client(client_id, "mallory's guess", redirect_uri);
  const guess = mallory.revokeToken(endpoints.revoke, "whatever");
  await assert.rejects(guess, isRequestError("invalid_client"));
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

/** The library speaks through the global fetch and sends no headers of ours. */
function sendVersion(): void {
  const send = globalThis.fetch;
  mock.method(globalThis, "fetch", (input: Request, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set("service-version", SERVICE_VERSION);
    return send(request);
  });
}

async function visit() {
  const [state, code_verifier] = [generateState(), generateCodeVerifier()];
  const { S256 } = CodeChallengeMethod;
  const url = library.createAuthorizationURLWithPKCE(
    endpoints.authorize,
    state,
    S256,
    code_verifier,
    [],
  );
  const { searchParams } = await letIn(openVisitor({ issuer }), url);
  assert.equal(searchParams.get("state"), state);
  return { code: searchParams.get("code") ?? "", code_verifier };
}

function exchange({ code, code_verifier }: Awaited<ReturnType<typeof visit>>) {
  return library.validateAuthorizationCode(endpoints.token, code, code_verifier);
}

async function statusOf(tokens: OAuth2Tokens): Promise<number> {
  return (await askWhoIAm(issuer, tokens.accessToken())).status;
}

function isRequestError(code: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof OAuth2RequestError);
    assert.equal(error.code, code);
    assert.ok(error.description);
    return true;
  };
}
