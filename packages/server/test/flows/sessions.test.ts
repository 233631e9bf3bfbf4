import assert from "node:assert/strict";
import { test } from "node:test";
import { paginate, parseLink } from "@latchkey/client";
import { isActive } from "../operations/machine.ts";
import { assertRefused, receive } from "../operations/refusal.ts";
import { registerApp, startServerWithApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passLogin,
  refresh,
  requestOf,
  signIn,
  completeFlow,
} from "../support/flow.ts";

test("the list of consents has what alice allowed, with its consent request", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  await signIn(world, photos, {
    params: { scope: "openid offline albums.read", audience: "https://api.example" },
    login: { acr: "gold", context: { tenant: "north" } },
    consent: {
      grant_scope: ["openid", "albums.read"],
      session: { access_token: { team: 1 }, id_token: { email: "alice@example.org" } },
      remember: true,
      remember_for: 7200,
    },
  });
  const [consent, ...others] = await latchkey.listSubjectConsentSessions({ subject: "alice" });
  assert.ok(consent && others.length === 0);
  const { consent_request, ...answer } = consent;
  assert.deepEqual(answer, {
    grant_scope: ["openid", "albums.read"],
    grant_access_token_audience: ["https://api.example"],
    session: { access_token: { team: 1 }, id_token: { email: "alice@example.org" } },
    remember: true,
    remember_for: 7200,
    handled_at: "2027-01-15T08:00:00Z",
  });
  const { client, request_url, challenge, login_challenge, login_session_id, ...request } =
    consent_request;
  assert.deepEqual(request, {
    requested_scope: ["openid", "offline", "albums.read"],
    requested_access_token_audience: ["https://api.example"],
    skip: false,
    subject: "alice",
    oidc_context: {},
    redirect_uri: "https://photos.example/callback",
    acr: "gold",
    context: { tenant: "north" },
  });
  assert.equal(client.client_id, "photos");
  assert.ok(!("client_secret" in client));
  assert.ok(request_url.includes("client_id=photos"));
  assert.ok(challenge && login_challenge && login_session_id);
});

for (const [title, login, consent, context] of [
  ["replaces that of the login", { tenant: "north" }, { tenant: "south" }, { tenant: "south" }],
  ["may be any JSON", { tenant: "north" }, ["south"], ["south"]],
  ["may be given alone", undefined, { tenant: "south" }, { tenant: "south" }],
  ["leaves that of the login when it is absent", ["north"], undefined, ["north"]],
  ["is empty when neither is given", undefined, undefined, {}],
] as const) {
  test(`the context of a consent ${title}, in both lists of consents`, async () => {
    const { world, latchkey, photos } = await startServerWithApp();
    await signIn(world, photos, {
      login: login === undefined ? {} : { context: login },
      consent: consent === undefined ? {} : { context: consent },
    });
    const [listed] = await latchkey.listSubjectConsentSessions({ subject: "alice" });
    assert.deepEqual(listed?.consent_request.context, context);
    const url = "http://admin.test/admin/oauth2/auth/sessions/consent?subject=alice";
    const [shown] = await (await world.fetch(url)).json();
    assert.deepEqual([shown.context, shown.consent_request.context], [context, context]);
  });
}

test("an unknown subject has no consents, and a missing one is a bad request", async () => {
  const { latchkey } = await startServerWithApp();
  const reply = await latchkey.call("listSubjectConsentSessions", { subject: "mallory" });
  assert.deepEqual(reply.body, []);
  assert.equal(reply.headers.get("x-total-count"), "0");
  const page = { limit: 100, offset: 0 };
  assert.deepEqual(parseLink(reply.headers.get("link")), { first: page, last: page });
  const unnamed = await latchkey.call("listSubjectConsentSessions", { subject: "" });
  assertRefused(unnamed, 400, "invalid_request");
});

test("consents come a page at a time, the newest first", async () => {
  const { world, latchkey, clock } = await startServerWithApp();
  const names = ["a", "b", "c", "d", "e"];
  for (const client_id of names) {
    await signIn(world, await registerApp(latchkey, { client_id }));
    clock.now += 1;
  }
  const subject = "alice";
  const reply = await latchkey.call("listSubjectConsentSessions", { subject, limit: 2, offset: 2 });
  assert.ok(reply.ok);
  const shown = reply.body.map(({ consent_request }) => consent_request.client.client_id);
  assert.deepEqual(shown, ["c", "b"]);
  assert.equal(reply.headers.get("x-total-count"), "5");
  assert.deepEqual(parseLink(reply.headers.get("link")), {
    first: { limit: 2, offset: 0 },
    next: { limit: 2, offset: 4 },
    previous: { limit: 2, offset: 0 },
    last: { limit: 2, offset: 4 },
  });
  assert.ok((reply.headers.get("link") ?? "").includes("subject=alice"));

  const all: string[] = [];
  const list = paginate(
    (page) => latchkey.call("listSubjectConsentSessions", { subject, ...page }),
    { limit: 2 },
  );
  for await (const { consent_request } of list) all.push(consent_request.client.client_id);
  assert.deepEqual(all, names.toReversed());
});

test("a skipped or rejected consent is not listed", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, consent: { remember: true } });
  await signIn(world, photos, { browser });
  const asked = await authorize(browser, requestOf(photos, { prompt: "consent" }));
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  await browser.go((await latchkey.rejectConsentRequest({ consent_challenge })).redirect_to);
  assert.equal((await latchkey.listSubjectConsentSessions({ subject: "alice" })).length, 1);
});

test("revoking the consent to one client revokes the tokens of that client only", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const letters = await registerApp(latchkey, { client_id: "letters" });
  const [gone, hers, bobs] = [
    await signIn(world, photos),
    await signIn(world, letters),
    await signIn(world, photos, { login: { subject: "bob" } }),
  ];
  await latchkey.revokeConsentSessions({ subject: "alice", client: "photos" });
  assert.equal(await isActive(latchkey, gone.access_token), false);
  assert.equal(await isActive(latchkey, gone.refresh_token ?? ""), false);
  assertRefused(await refresh(world, photos, gone.refresh_token), 400, "invalid_grant");
  assert.ok(await isActive(latchkey, hers.access_token));
  assert.ok(await isActive(latchkey, bobs.access_token));
  const left = await latchkey.listSubjectConsentSessions({ subject: "alice" });
  assert.deepEqual(
    left.map(({ consent_request }) => consent_request.client.client_id),
    ["letters"],
  );
});

test("revoking all consents ends them all, and a code on its way too", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const tokens = await signIn(world, photos, { consent: { remember: true } });
  const { parameters } = await answerOf(await completeFlow(world, photos));
  await latchkey.revokeConsentSessions({ subject: "alice", all: true });
  assert.equal(await isActive(latchkey, tokens.access_token), false);
  const form = { grant_type: "authorization_code", code: parameters["code"] ?? "" };
  const { authorization = "" } = photos;
  const reply = await latchkey.call("oauth2Token", form, { authorization });
  assertRefused(reply, 400, "invalid_grant");
  assert.deepEqual(await latchkey.listSubjectConsentSessions({ subject: "alice" }), []);

  const browser = openBrowser(world);
  const asked = await passLogin(world, browser, await authorize(browser, requestOf(photos)));
  const consent_challenge = challengeOf(asked, "consent");
  assert.equal((await latchkey.getConsentRequest({ consent_challenge })).skip, false);
});

test("revoking requires a subject and a client or all, and is not found without consents", async () => {
  const { fetch } = await startServerWithApp();
  const revoke = (query: string) =>
    receive(fetch(`http://admin.test/oauth2/auth/sessions/consent?${query}`, { method: "DELETE" }));
  assertRefused(await revoke("all=true"), 400, "invalid_request");
  assertRefused(await revoke("subject=alice"), 400, "invalid_request");
  assertRefused(await revoke("subject=alice&all=yes"), 400, "invalid_request");
  assertRefused(await revoke("subject=alice&all=true"), 404, "not_found");
  assertRefused(await revoke("subject=alice&client=photos"), 404, "not_found");
});
