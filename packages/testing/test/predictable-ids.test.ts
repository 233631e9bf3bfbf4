import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestServer, type TestServerOptions } from "../src/index.ts";

/** Everything random that an app sees of a run. */
async function run(options: TestServerOptions): Promise<readonly unknown[]> {
  await using latchkey = await startTestServer({ listen: false, ...options });
  const client = await latchkey.createClient();
  const user = await latchkey.createUser();
  const browser = latchkey.openBrowser();
  await browser.fetch(`${latchkey.issuer}/oauth2/auth?client_id=nobody`); // Recorded in the background.
  const tokens = await latchkey.signIn({ client, user, scope: "openid offline_access", browser });
  const own = await latchkey.createClient({ redirect_uris: ["https://app.example/callback"] });
  const url = new URL(`${latchkey.issuer}/oauth2/auth`);
  url.search = String(
    new URLSearchParams({
      client_id: own.client_id,
      response_type: "code",
      redirect_uri: "https://app.example/callback",
      scope: "openid",
      state: "12345678",
    }),
  );
  const started = await browser.fetch(url);
  const { access_token, refresh_token, claims } = tokens;
  return [
    client.client_id,
    client.client_secret,
    user.subject,
    access_token,
    refresh_token,
    claims["sid"],
    claims["jti"],
    own.client_id,
    started.headers.get("location"), // with the login challenge
  ];
}

it("two runs with the same seed have the same ids, codes and tokens", async () => {
  const first = await run({ predictable_ids: "a seed" });
  assert.ok(first.every((value) => typeof value === "string" && value !== ""));
  assert.deepEqual(await run({ predictable_ids: "a seed" }), first);
});

it("other seeds, and servers without one, have others", async () => {
  const options = [{ predictable_ids: true }, { predictable_ids: "b" }, { at: 1_800_000_000 }, {}];
  const runs = [];
  for (const each of options) runs.push(await run(each));
  const seen = runs.flat();
  assert.equal(new Set(seen).size, seen.length);
});

it("servers with and without predictable ids do not disturb one another", async () => {
  const alone = await run({ predictable_ids: "a seed" });
  const [together] = await Promise.all([
    run({ predictable_ids: "a seed" }),
    run({}),
    run({ predictable_ids: "another" }),
  ]);
  assert.deepEqual(together, alone);
});
