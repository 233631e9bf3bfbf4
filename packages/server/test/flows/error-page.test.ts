import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const LURE = "https://x.example/Your-account-is-locked.-Call-0800-555-1234";

test("the error page shows texts of the server, and nothing of the request", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const browser = openBrowser(world);
  const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
  const unsigned = (claims: object) =>
    [{ alg: "none" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".") + ".";
  const asked = { client_id: photos.client_id, response_type: "code", state: "s" };
  const lures: [path: string, params: Record<string, string>][] = [
    ["/oauth2/auth", { ...asked, client_id: LURE }],
    ["/oauth2/auth", { ...asked, redirect_uri: LURE }],
    ["/oauth2/auth", { ...asked, redirect_uri: LURE.replace("https", "http") }],
    ["/oauth2/auth", { ...asked, response_mode: LURE }],
    ["/oauth2/auth", { ...asked, request_uri: LURE }],
    ["/oauth2/auth", { ...asked, request: unsigned({ [LURE]: { a: 1 } }) }],
    ["/oauth2/auth", { ...asked, request: unsigned({ iss: LURE }) }],
    ["/oauth2/auth", { ...asked, [LURE]: "x".repeat(20_000) }],
    ["/oauth2/auth", { login_verifier: LURE }],
    ["/oauth2/sessions/logout", { post_logout_redirect_uri: LURE }],
    ["/oauth2/sessions/logout", { id_token_hint: id_token, post_logout_redirect_uri: LURE }],
    ["/oauth2/sessions/logout", { id_token_hint: id_token, client_id: LURE }],
    ["/oauth2/sessions/logout", { id_token_hint: LURE }],
    ["/oauth2/sessions/logout", { logout_verifier: LURE }],
    ["/v1/oauth/authorize", { client_id: LURE, redirect_uri: LURE, owner: LURE }],
    ["/error", { error: LURE, error_description: LURE, error_hint: LURE, request_id: LURE }],
    ["/error", { error: "invalid_request", error_description: LURE }],
  ];
  for (const [path, params] of lures) {
    const response = await browser.go(`http://public.test${path}?${new URLSearchParams(params)}`);
    const label = `${path} ${Object.keys(params).join(" ")}`;
    if (response.status === 302) continue; // The client gets the error.
    assert.ok(response.status >= 400, label);
    assert.doesNotMatch(await response.text(), /account-is-locked|0800/, label);
  }
});

test("the error page of a link names a code that we know, and a request id of ours", async () => {
  const world = await startTestServer();
  const page = async (params: Record<string, string>) => {
    const url = `http://public.test/error?${new URLSearchParams(params)}`;
    return (await openBrowser(world).go(url)).text();
  };
  const request_id = "7ea00000-0000-4000-8000-000000000001";
  const known = await page({ error: "invalid_request", request_id });
  assert.match(known, /invalid_request/);
  assert.ok(known.includes(request_id));
  assert.doesNotMatch(await page({ error: "your_account_is_locked" }), /locked/);
  assert.doesNotMatch(await page({ error: "x", request_id: "call-0800-555" }), /call-0800/);
});

test("the error page without an error says that there is none, and does not blame an app", async () => {
  const world = await startTestServer();
  for (const query of ["", "?error=your_account_is_locked", "?request_id=call-0800-555"]) {
    const page = await openBrowser(world).go(`http://public.test/error${query}`);
    const body = await page.text();
    assert.match(body, /<h1>There is no error to show<\/h1>/, query);
    assert.doesNotMatch(body, /request could not be completed|Request ID|locked|0800/, query);
  }
});

test("the error page says in the language of the browser what happened and what to do", async () => {
  const world = await startTestServer({
    "limits.rate.authorizations": 1,
    "limits.rate.exempt": [],
  });
  const photos = await registerApp(world.latchkey);
  const ask = async (path: string, language: string) => {
    const headers = { accept: "text/html", "accept-language": language };
    const response = await world.fetch(`http://public.test${path}`, {
      headers,
      redirect: "manual",
    });
    const [main = ""] = /<main.*<\/main>/s.exec(await response.text()) ?? [];
    // Sentences for developers stay in English, and are marked so.
    return main.replaceAll(/<span lang="en">.*?<\/span>/gs, "");
  };
  const valid = `/oauth2/auth?client_id=${photos.client_id}&response_type=code&state=12345678`;
  await ask(valid, "de");
  const cases: [path: string, said: RegExp][] = [
    ["/oauth2/auth?client_id=nobody", /<h1>Die App konnte nicht identifiziert werden</],
    [`/oauth2/auth?client_id=${photos.client_id}&redirect_uri=x`, /<h1>Die Anfrage der App konnte/],
    [
      "/oauth2/auth?login_verifier=x",
      /<h1>Diese Seite ist abgelaufen<.*Kehren Sie zur App zurück/s,
    ],
    ["/oauth2/auth?consent_verifier=x", /<h1>Diese Seite ist abgelaufen</],
    ["/oauth2/sessions/logout?logout_verifier=x", /<h1>Diese Seite ist abgelaufen</],
    [valid, /<h1>Zu viele Anfragen<.*Warten Sie einen Moment/s],
  ];
  for (const [path, said] of cases) {
    const page = await ask(path, "de");
    assert.match(page, said, path);
    assert.match(page, /Technische Angaben \(auf Englisch\)/, path);
    assert.doesNotMatch(page, /\b(the|this|not|again|app you)\b/i, path);
  }
});

test("the page that posts a response to the client is in the language of the browser", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const ask = async (params: Record<string, string>, language: string) => {
    const query = new URLSearchParams({
      client_id: photos.client_id,
      response_type: "code",
      response_mode: "form_post",
      state: "12345678",
      ...params,
    });
    const headers = { "accept-language": language };
    return (await world.fetch(`http://public.test/oauth2/auth?${query}`, { headers })).text();
  };
  for (const params of [{ prompt: "none", scope: "openid" }, { scope: "unknown" }]) {
    assert.match(await ask(params, "de-AT"), /<html lang="de">/);
  }
  const asked = { prompt: "none", scope: "openid", ui_locales: "fr" };
  assert.match(await ask(asked, "de"), /<html lang="fr">/);
});
