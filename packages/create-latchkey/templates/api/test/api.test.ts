import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import {
  startTestServer,
  type TestClient,
  type TestServer,
  type TestUser,
} from "@latchkey/testing";
import { createApi } from "../src/api.ts";

describe("the API", () => {
  const server = createServer();
  let latchkey: TestServer;
  let client: TestClient;
  let alice: TestUser;
  let resource = "";
  before(async () => {
    latchkey = await startTestServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    resource = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    await latchkey.api.createApi({
      body: {
        identifier: resource,
        scopes: ["photos.read", "photos.write"],
        access_token_format: "jwt",
        allow_any_client: true,
      },
    });
    client = await latchkey.createClient({ scope: "openid photos.read photos.write" });
    alice = await latchkey.createUser();
    server.on("request", createApi({ issuer: latchkey.issuer, resource }));
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("has nothing at what is no URL", async () => {
    assert.equal((await fetch(`${resource}//`)).status, 404);
  });

  it("answers a request with a token of the user", async () => {
    const response = await call(await tokenFor("photos.read"));
    assert.equal(response.status, 200);
    assert.equal((await response.json()).owner, alice.subject);
  });

  it("refuses a request without a token, and says where clients get one", async () => {
    const response = await call(undefined);
    assert.equal(response.status, 401);
    const challenge = response.headers.get("www-authenticate") ?? "";
    const [, url = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const metadata = await (await fetch(url)).json();
    assert.deepEqual(metadata.authorization_servers, [latchkey.issuer]);
  });

  it("refuses a token without the scope", async () => {
    const response = await call(await tokenFor("photos.read"), "DELETE");
    assert.equal(response.status, 403);
    assert.match(response.headers.get("www-authenticate") ?? "", /insufficient_scope/);
  });

  it("refuses a token that is not for this API", async () => {
    const { access_token } = await latchkey.signIn({ client, user: alice, scope: "photos.read" });
    assert.equal((await call(access_token)).status, 401);
  });

  async function tokenFor(scope: string): Promise<string> {
    const { access_token } = await latchkey.signIn({ client, user: alice, scope, resource });
    return access_token;
  }

  function call(token: string | undefined, method = "GET"): Promise<Response> {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${resource}/photos`, { method, headers });
  }
});
