import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestServer } from "@latchkey/testing";
import { startApp } from "../app.js";

let latchkey, app, client, user;

before(async () => {
  latchkey = await startTestServer();
  app = await startApp(() => ({ issuer: latchkey.issuer, ...client }));
  client = await latchkey.createClient({ redirect_uris: [app.redirect_uri] });
  user = await latchkey.createUser({ claims: { name: "Alice" } });
});
after(() => app.stop());
after(() => latchkey.stop());

const me = (token) => fetch(`${app.origin}/me`, { headers: { authorization: `Bearer ${token}` } });

test("a user sees their name until the access token expires", async () => {
  const { access_token } = await latchkey.signIn({ client, user, scope: "openid profile" });
  assert.equal(await (await me(access_token)).text(), "Alice");
  await latchkey.expire(access_token);
  assert.equal((await me(access_token)).status, 401);
});

test("an outage of the authorization server is not the user's fault", async () => {
  const { access_token } = await latchkey.signIn({ client, user, scope: "openid profile" });
  latchkey.failNext({ database: true });
  assert.equal((await me(access_token)).status, 503);
  assert.equal((await me(access_token)).status, 200);
});
