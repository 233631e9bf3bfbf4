import assert from "node:assert/strict";
import { test } from "node:test";

import { createTestBrowser, DEMO_URL } from "./fixture.ts";

const CALLBACK = `${DEMO_URL}/integration/callback`;

test("a user connects the integration, views its tokens, refreshes, introspects and disconnects it", async () => {
  const browser = createTestBrowser();
  assert.match((await browser.get("/")).body, /href="\/integration\/install"/);

  const state = await letIn(browser);
  assert.deepEqual(browser.called, [
    {
      path: "/v1/oauth/token",
      body: { grant_type: "authorization_code", code: "c", redirect_uri: CALLBACK },
    },
  ]);
  const page = (await browser.get("/integration")).body;
  for (const said of ["the-bot", "Wonderland", "Alice Liddell", "[redacted]", "wat-1", "wrt-1"]) {
    assert.ok(page.includes(said), `${said} is missing`);
  }
  assert.ok(!page.includes(state), "the used state is still shown");
  assert.match((await browser.get("/")).body, /href="\/integration"/);

  await browser.post("/integration/refresh");
  assert.match((await browser.get("/integration")).body, /wat-2/);
  await browser.post("/integration/introspect");
  assert.match((await browser.get("/integration")).body, /&quot;active&quot;: true/);
  await browser.post("/integration/revoke");
  assert.match((await browser.get("/integration")).body, /revoked-here/);
  assert.deepEqual(browser.called.slice(1), [
    { path: "/v1/oauth/token", body: { grant_type: "refresh_token", refresh_token: "wrt-1" } },
    { path: "/v1/oauth/introspect", body: { token: "wat-2" } },
    { path: "/v1/oauth/revoke", body: { token: "wat-2" } },
  ]);
});

test("the browser is redirected to the authorization endpoint", async () => {
  const asked = await createTestBrowser().beginInstallation();
  assert.equal(asked.origin + asked.pathname, "http://127.0.0.1:4444/v1/oauth/authorize");
  const { state = "", ...others } = Object.fromEntries(asked.searchParams);
  assert.equal(state.length, 43);
  assert.deepEqual(others, {
    client_id: "integration",
    redirect_uri: CALLBACK,
    response_type: "code",
    owner: "user",
  });
});

test("the page has three lines for a shell, in which every quote is safe", async () => {
  const browser = createTestBrowser();
  await letIn(browser);
  const page = (await browser.get("/integration")).body;
  assert.equal(page.match(/curl -s &#39;http:\/\/127\.0\.0\.1:4444\/v1\/oauth\//g)?.length, 3);
  const secret = String.raw`-u &#39;integration:it&#39;\&#39;&#39;s a secret&#39; \ `.trim();
  assert.ok(page.includes(secret), "the secret is quoted");
});

const answers: [string, Readonly<Record<string, string>>, RegExp][] = [
  ["without a state of ours", { code: "c", state: "mallory" }, /no installation started here/],
  ["from another server", { code: "c", iss: "http://mallory" }, /from http:\/\/mallory, not from/],
  ["that is a no", { error: "access_denied", error_description: "No." }, /access_denied: No\./],
  ["without a code", {}, /code must not be empty/],
];

for (const [title, query, problem] of answers) {
  test(`an answer ${title} installs nothing`, async () => {
    const browser = createTestBrowser();
    const asked = await browser.beginInstallation();
    await browser.comeBackInstalled({ state: asked.searchParams.get("state") ?? "", ...query });
    assert.equal((await browser.get("/integration")).headers["location"], "/");
    assert.match((await browser.get("/")).body, problem);
    assert.deepEqual(browser.called, []);
    assert.doesNotMatch((await browser.get("/")).body, problem, "it is said once");
  });
}

test("an answer works once", async () => {
  const browser = createTestBrowser();
  const state = await letIn(browser);
  await browser.comeBackInstalled({ code: "c", state });
  assert.equal(browser.called.length, 1);
});

test("the state of a sign-in installs nothing", async () => {
  const browser = createTestBrowser();
  const asked = await browser.beginSignIn();
  const state = asked.searchParams.get("state") ?? "";
  await browser.comeBackInstalled({ code: "c", state });
  assert.deepEqual(browser.called, []);
});

test("buttons without an installation lead home", async () => {
  for (const name of ["refresh", "introspect", "revoke"]) {
    const answer = await createTestBrowser().post(`/integration/${name}`);
    assert.deepEqual([answer.status, answer.headers["location"]], [303, "/"]);
  }
});

async function letIn(browser: ReturnType<typeof createTestBrowser>): Promise<string> {
  const asked = await browser.beginInstallation();
  const state = asked.searchParams.get("state") ?? "";
  const back = await browser.comeBackInstalled({ code: "c", state });
  assert.deepEqual([back.status, back.headers["location"]], [303, "/integration"]);
  return state;
}
