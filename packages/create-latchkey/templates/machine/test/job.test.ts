import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { startTestServer, type TestServer } from "@latchkey/testing";
import { createApi } from "../src/api.ts";
import { countPhotos } from "../src/job.ts";
import { createTokenSource } from "../src/tokens.ts";

describe("the job", () => {
  const server = createServer();
  let latchkey: TestServer;
  let accessToken: () => Promise<string>;
  let resource = "";
  before(async () => {
    latchkey = await startTestServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    resource = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    await latchkey.api.createApi({
      body: { identifier: resource, access_token_format: "jwt", allow_any_client: true },
    });
    const { client_id, client_secret = "" } = await latchkey.createClient({
      grant_types: ["client_credentials"],
      scope: "photos.read",
    });
    const { issuer } = latchkey;
    const now_ms = () => latchkey.clock.now * 1000;
    const scope = "photos.read";
    accessToken = createTokenSource({ issuer, client_id, client_secret, resource, scope, now_ms });
    server.on("request", createApi({ issuer, resource }));
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("calls the API with a token of its own", async () => {
    assert.equal(await countPhotos(resource, accessToken), 2);
  });

  it("uses a token until shortly before it expires", async () => {
    const [first, second] = await Promise.all([accessToken(), accessToken()]);
    assert.equal(first, second);
    latchkey.clock.advance("2h");
    assert.notEqual(await accessToken(), first);
  });
});
