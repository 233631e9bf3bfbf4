import assert from "node:assert/strict";
import { test } from "node:test";

import type { PageResponse } from "./http/exchange.ts";
import {
  responseOf,
  consentRequest,
  get,
  loginRequest,
  createTestPages,
  submit,
  visibleText,
  type Replies,
} from "./fixture.ts";
import { locales } from "./messages/locale.ts";
import { messagesIn } from "./messages/messages.ts";
import { workspaceConsentRequest } from "./workspace/fixture.ts";

const logoutRequest = { subject: "alice-1", request_url: "/", rp_initiated: true };
const replies: Replies = {
  getLoginRequest: loginRequest,
  getConsentRequest: consentRequest,
  getLogoutRequest: logoutRequest,
  getWorkspaceConsentRequest: workspaceConsentRequest,
  listInstallations: [],
  listSubjectConsentSessions: [],
};
const forms = [
  "/login?login_challenge=c1",
  "/consent?consent_challenge=c2",
  "/logout?logout_challenge=c3",
  "/workspace/consent?consent_challenge=c4",
];
/** Loads a script of this server for its password field, and works without it. */
const withScript = ["/login?login_challenge=c1"];
const everyPage = [
  ...forms,
  "/login",
  "/signed-out",
  "/workspace/installed",
  "/error?error=invalid_request",
];

for (const path of everyPage) {
  test(`${path} forbids scripts of others, framing and caching`, async () => {
    const { headers, body } = await responseOf(createTestPages(replies), get(path));
    const policy = headers["content-security-policy"]?.toString() ?? "";
    for (const directive of [
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.split("; ").includes(directive), `${directive} is missing from ${policy}`);
    }
    assert.doesNotMatch(policy, /unsafe/);
    assert.deepEqual(
      policy.match(/script-src [^;]*/g),
      withScript.includes(path) ? ["script-src 'self'"] : null,
    );
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(String(headers["permissions-policy"]), /\bcamera=\(\)/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.doesNotMatch(body, /<script(?! type="module" src="\/)|\son\w+=|\sstyle=/);
  });
}

for (const locale of locales) {
  test(`every page is available in ${locale}`, async () => {
    const messages = messagesIn(locale);
    const said = [
      messages.sign_in,
      messages.client_asks("Photos"),
      messages.sign_out_question,
      messages.workspace.integration_asks("Planner"),
      messages.opened_directly.title,
      messages.signed_out.title,
      messages.workspace.sign_in_first.title,
      messages.error.title,
    ];
    for (const [index, path] of everyPage.entries()) {
      const page = await responseOf(
        createTestPages(replies),
        get(path, { "accept-language": locale }),
      );
      assert.ok(page.body.includes(`<html lang="${locale}">`));
      assert.ok(page.body.replaceAll("&#39;", "'").includes(said[index] ?? "?"), path);
    }
  });
}

test("the client's ui_locales win over the browser's languages", async () => {
  const asked = { ...loginRequest, oidc_context: { ui_locales: ["fr-CA"] } };
  const world = createTestPages({ getLoginRequest: asked });
  const { body } = await responseOf(
    world,
    get("/login?login_challenge=c1", { "accept-language": "de" }),
  );
  assert.match(body, /<html lang="fr">/);
});

test("the client's ui_locales apply when the challenge has expired, too", async () => {
  const body = { error: "not_found", redirect_to: "https://op.example/oauth2/auth?ui_locales=fr" };
  const world = createTestPages({ getLoginRequest: Response.json(body, { status: 404 }) });
  const page = await responseOf(
    world,
    get("/login?login_challenge=c1", { "accept-language": "de" }),
  );
  assert.match(page.body, /<html lang="fr">/);
});

for (const path of forms) {
  test(`another site cannot submit the form of ${path}`, async () => {
    const world = createTestPages(replies);
    const shown = await responseOf(world, get(path));
    const { headers, ...request } = submit(shown, []);

    const without = await responseOf(world, { ...request, headers: {} });
    assert.equal(without.status, 403);
    assert.match(visibleText(without), /Your browser did not send a cookie .* Try again/);
    assert.ok(without.body.includes(`href="${path}"`));

    const body = request.body.replace(/csrf=[^&]*/, "csrf=guess");
    const guessed = await responseOf(world, { ...request, headers, body });
    assert.equal(guessed.status, 403);
    assert.match(visibleText(guessed), /This form is out of date .* Try again/);
    assert.ok(world.asked.every(([operation]) => /^(get|list)/.test(operation)));
  });
}

const START = "https://op.example/oauth2/auth?client_id=photos";
const refusals: {
  readonly title: string;
  readonly status: number;
  readonly body: object;
  readonly words: RegExp;
  readonly href: string | undefined;
}[] = [
  {
    title: "expired",
    status: 404,
    body: { error: "not_found", redirect_to: START },
    words: /This page has expired .* Start again/,
    href: START,
  },
  {
    title: "used",
    status: 409,
    body: { error: "conflict", redirect_to: START },
    words: /already complete .* Start again/,
    href: START,
  },
  {
    title: "unknown",
    status: 404,
    body: { error: "not_found" },
    words: /This page has expired .* Go back to the app and start again\./,
    href: undefined,
  },
];

for (const { title, status, body, words, href } of refusals) {
  for (const path of forms) {
    test(`a challenge that is ${title} at ${path} is explained`, async () => {
      const refusal = Response.json(body, { status, headers: { "x-request-id": "r-7" } });
      const reported: unknown[] = [];
      const world = createTestPages(
        {
          getLoginRequest: refusal,
          getConsentRequest: refusal,
          getLogoutRequest: refusal,
          getWorkspaceConsentRequest: refusal,
        },
        { report: (error) => reported.push(error) },
      );
      const page = await responseOf(world, get(path));
      assert.equal(page.status, status);
      assert.match(visibleText(page), words);
      assert.match(visibleText(page), /Request ID r-7/);
      assert.equal(linkOf(page), href);
      assert.deepEqual(reported, []);
    });
  }
}

test("when the server does not answer, the user sees a generic error and the operator the cause", async () => {
  const reported: unknown[] = [];
  const world = createTestPages({}, { report: (error) => reported.push(error) });
  const page = await responseOf(world, { ...get("/login?login_challenge=c1"), request_id: "r-8" });
  assert.equal(page.status, 503);
  assert.match(visibleText(page), /Something went wrong .* Request ID r-8/);
  assert.doesNotMatch(page.body, /fetch failed/);
  assert.match(String(reported[0]), /fetch failed/);
});

test("the stylesheet and the favicon are immutable, with a content hash in their names", async () => {
  const world = createTestPages(replies, { base_path: "/sign-in" });
  const { body } = await responseOf(world, get("/sign-in/login?login_challenge=c1"));
  const hrefs = [...body.matchAll(/<link rel="[^"]*"[^>]*href="([^"]*)"/g)].map(([, href]) => href);
  assert.match(
    hrefs.join(" "),
    /^\/sign-in\/assets\/latchkey\.\w{12}\.css \/sign-in\/assets\/mark\.\w{12}\.svg$/,
  );
  for (const href of hrefs) {
    const { status, headers } = await responseOf(world, get(href ?? ""));
    assert.equal(status, 200);
    assert.match(String(headers["cache-control"]), /immutable/);
  }
});

const otherPaths = [
  "/",
  "/loginx",
  "/login/",
  "/assets/latchkey.css",
  "/oauth2/auth",
  "/workspace",
  "/workspace/consent/",
  "/constructor",
];

for (const path of otherPaths) {
  test(`${path} is not a page`, async () => {
    assert.equal(await createTestPages(replies).pages.handle(get(path)), undefined);
  });
}

test("pages under a base path ignore other paths and post to themselves", async () => {
  const world = createTestPages(replies, { base_path: "/sign-in/" });
  assert.equal(await world.pages.handle(get("/login?login_challenge=c1")), undefined);
  const { body } = await responseOf(world, get("/sign-in/login?login_challenge=c1"));
  assert.ok(body.includes('action="/sign-in/login?login_challenge=c1"'));
});

test("an unsupported method is rejected", async () => {
  const world = createTestPages(replies);
  for (const method of ["PUT", "DELETE", "constructor"]) {
    const answer = await responseOf(world, { ...get("/login"), method });
    assert.deepEqual([answer.status, answer.headers["allow"]], [405, "GET, POST"]);
  }
  assert.equal((await responseOf(world, { ...get("/signed-out"), method: "POST" })).status, 405);
  assert.equal((await responseOf(world, { ...get("/signed-out"), method: "HEAD" })).status, 200);
});

function linkOf({ body }: PageResponse): string | undefined {
  return /<a class="button primary" href="([^"]*)"/.exec(body)?.[1];
}
