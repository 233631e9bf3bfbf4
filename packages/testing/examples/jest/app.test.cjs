const { latchkey, app, client } = globalThis;

const me = (token) => fetch(`${app.origin}/me`, { headers: { authorization: `Bearer ${token}` } });

test("a user sees their name until the access token expires", async () => {
  const user = await latchkey.createUser({ claims: { name: "Alice" } });
  const { access_token } = await latchkey.signIn({ client, user, scope: "openid profile" });
  expect(await (await me(access_token)).text()).toBe("Alice");
  await latchkey.expire(access_token);
  expect((await me(access_token)).status).toBe(401);
});

test("an outage of the authorization server is not the user's fault", async () => {
  const user = await latchkey.createUser({ claims: { name: "Bob" } });
  const { access_token } = await latchkey.signIn({ client, user, scope: "openid profile" });
  latchkey.failNext({ database: true });
  expect((await me(access_token)).status).toBe(503);
  expect((await me(access_token)).status).toBe(200);
});
