import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { after, it } from "node:test";
import { startTestServer, type TestServer } from "../src/index.ts";

const REMEMBERED = { login: { remember: true } };

/** Signs alice in to a client and out again. */
async function signInAndOut(latchkey: TestServer, backchannel_logout_uri: string) {
  const client = await latchkey.createClient({ backchannel_logout_uri });
  const browser = latchkey.openBrowser();
  const { claims } = await latchkey.signIn({ client, user: "alice", browser, ...REMEMBERED });
  await latchkey.signOut({ browser });
  return { client, sid: claims["sid"] };
}

it("a back-channel logout is recorded when the response arrives, without a request to the app", async () => {
  await using latchkey = await startTestServer({ listen: false });
  const url = "https://app.example/logout";
  const { client, sid } = await signInAndOut(latchkey, url);
  assert.equal(latchkey.backchannel_calls.length, 1);
  const [call] = latchkey.backchannel_calls;
  assert.deepEqual([call?.url, call?.status], [url, 200]);
  assert.deepEqual([call?.claims["aud"], call?.claims["sid"]], [[client.client_id], sid]);
  latchkey.clock.advance("1h");
  await latchkey.api.wellKnown();
  assert.equal(latchkey.backchannel_calls.length, 1, "it was delivered and is not repeated");
});

it("an app on this machine gets the call of a server that listens, and may call the server meanwhile", async () => {
  await using latchkey = await startTestServer();
  const received = Promise.withResolvers<string>();
  const take = async (response: ServerResponse): Promise<void> => {
    // A relying party fetches the keys to verify the logout token.
    const keys = await fetch(`${latchkey.issuer}/.well-known/jwks.json`);
    response.writeHead(204).end();
    received.resolve(await keys.text());
  };
  const app = createServer((_request, response) => void take(response));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  after(() => app.close());
  const address = app.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await signInAndOut(latchkey, `http://127.0.0.1:${port}/logout`);
  assert.match(await received.promise, /"keys"/);
  assert.equal(latchkey.backchannel_calls.length, 1);
});
