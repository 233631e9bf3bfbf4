import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AccessToken, AuthorizationCode, type ModuleOptions } from "simple-oauth2";
import { openVisitor } from "../interop/visitor.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { askWhoIAm, obtainCode, openWonderland, SERVICE_VERSION } from "./wonderland.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const { photos, workspace } = await openWonderland(latchkey, subject);
const { client_id, client_secret, redirect_uri } = photos;

const ways = [
  { bodyFormat: "json", credentialsEncodingMode: "strict" },
  { bodyFormat: "json", credentialsEncodingMode: "loose" },
  { bodyFormat: "form", credentialsEncodingMode: "strict" },
] as const;

for (const way of ways) {
  describe(`with a ${way.bodyFormat} body and ${way.credentialsEncodingMode} credentials`, () => {
    const library = createLibrary(way);

    it("photos exchanges a code, refreshes, and gives it all back", async () => {
      const first = await library.getToken(await visit(library));
      assert.equal(first.token["workspace_id"], workspace.id);
      assert.equal(first.expired(), false); // The response has no expires_in.
      assert.equal(await statusOf(first), 200);

      const second = await first.refresh();
      assert.equal(second.token["bot_id"], first.token["bot_id"]);
      assert.notEqual(second.token["refresh_token"], first.token["refresh_token"]);
      assert.deepEqual(await Promise.all([first, second].map(statusOf)), [401, 200]);

      await second.revokeAll(); // The access token takes the pair with it; the refresh token is revoked all the same.
      assert.equal(await statusOf(second), 401);
      await assert.rejects(second.refresh(), isBoom(400, "invalid_grant"));
    });

    it("a refresh token that is revoked takes the access token with it", async () => {
      const pair = await library.getToken(await visit(library));
      await pair.revoke("refresh_token");
      assert.equal(await statusOf(pair), 401);
    });

    it("a code that was used is refused", async () => {
      const callback = await visit(library);
      await library.getToken(callback);
      await assert.rejects(library.getToken(callback), isBoom(400, "invalid_grant"));
    });
  });
}

it("a secret in the body does not authenticate, and does not spend the code", async () => {
  const [careless, careful] = [{ authorizationMethod: "body" } as const, {}].map(createLibrary);
  assert.ok(careless && careful);
  const callback = await visit(careful);
  await assert.rejects(careless.getToken(callback), isBoom(401, "invalid_client"));
  assert.equal(await statusOf(await careful.getToken(callback)), 200);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

function createLibrary(options: NonNullable<ModuleOptions["options"]>): AuthorizationCode {
  return new AuthorizationCode({
    client: { id: client_id, secret: client_secret },
    auth: {
      tokenHost: issuer,
      tokenPath: "/v1/oauth/token",
      revokePath: "/v1/oauth/revoke",
      authorizePath: "/v1/oauth/authorize",
    },
    http: { headers: { "Service-Version": SERVICE_VERSION } },
    options: { bodyFormat: "json", authorizationMethod: "header", ...options },
  });
}

/** The library names no owner, so it is alice. */
async function visit(library: AuthorizationCode) {
  const url = library.authorizeURL({ redirect_uri, state: "a state of photos" });
  return { code: await obtainCode(openVisitor({ issuer }), url), redirect_uri };
}

async function statusOf({ token }: AccessToken): Promise<number> {
  return (await askWhoIAm(issuer, String(token["access_token"]))).status;
}

/** What the library throws is a Boom, with the answer in its data. */
function isBoom(status: number, code: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Error && "isBoom" in error && "output" in error && "data" in error);
    assert.partialDeepStrictEqual(error.output, { statusCode: status });
    assert.partialDeepStrictEqual(error.data, { payload: { error: code } });
    return true;
  };
}
