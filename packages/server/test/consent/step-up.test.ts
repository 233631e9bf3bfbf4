import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthorizationRequest, OAuth2ClientInput } from "@latchkey/api";
import { decodeJwt } from "jose";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey, clock } = world;
const lax = await registerApp(latchkey, { client_id: "lax" });
const strict = await registerApp(latchkey, {
  client_id: "strict",
  acr_values_required: true,
  default_acr_values: ["gold", "silver"],
});
const timed = await registerApp(latchkey, { client_id: "timed", default_max_age: 60 });
const ESSENTIAL = JSON.stringify({ id_token: { acr: { essential: true, values: ["gold"] } } });
const VOLUNTARY = JSON.stringify({ id_token: { acr: { values: ["gold"] } } });

/** A browser in which alice signed in to lax with this level. */
async function signedIn(acr?: string): Promise<Browser> {
  const browser = openBrowser(world);
  const login = { remember: true, ...(acr !== undefined && { acr }) };
  await signIn(world, lax, { browser, login });
  return browser;
}

type Expected = "skipped" | "asked" | "login_required";

/** RFC 9470 §5: whether the session of a login with a level is enough. */
const rows: [string, typeof lax, AuthorizationRequest, string | undefined, Expected][] = [
  ["nothing is required", lax, {}, "bronze", "skipped"],
  ["acr_values is a preference", lax, { acr_values: "gold" }, "bronze", "skipped"],
  ["the claim acr is voluntary", lax, { claims: VOLUNTARY }, "bronze", "skipped"],
  ["the claim acr is essential and met", lax, { claims: ESSENTIAL }, "gold", "skipped"],
  ["the claim acr is essential and not met", lax, { claims: ESSENTIAL }, "bronze", "asked"],
  ["the level of the session is not known", lax, { claims: ESSENTIAL }, undefined, "asked"],
  ["the same, silently", lax, { claims: ESSENTIAL, prompt: "none" }, "bronze", "login_required"],
  ["the client requires its default", strict, {}, "bronze", "asked"],
  ["the client requires its default, which is met", strict, {}, "silver", "skipped"],
  ["the client requires acr_values", strict, { acr_values: "platinum" }, "gold", "asked"],
  ["the client requires acr_values, met", strict, { acr_values: "a gold" }, "gold", "skipped"],
  ["the login is as old as default_max_age", timed, {}, "gold", "skipped"],
  ["the request has a max_age of its own", timed, { max_age: 1_000 }, "gold", "skipped"],
];

for (const [reason, app, params, acr, expected] of rows) {
  test(`${reason}: the login is ${expected}`, async () => {
    const browser = await signedIn(acr);
    const asked = await authorize(browser, requestOf(app, params));
    const { parameters } = await answerOf(asked);
    if (parameters["error"]) return assert.equal(parameters["error"], expected);
    const login_challenge = challengeOf(asked, "login");
    const { skip } = await latchkey.getLoginRequest({ login_challenge });
    assert.equal(skip ? "skipped" : "asked", expected);
    return undefined;
  });
}

test("default_max_age asks for a login that is older", async () => {
  const browser = await signedIn();
  clock.now += 61;
  const asked = await authorize(browser, requestOf(timed));
  const login_challenge = challengeOf(asked, "login");
  assert.equal((await latchkey.getLoginRequest({ login_challenge })).skip, false);
});

test("the login app reads which levels are preferred and which are required", async () => {
  const contextOf = async (app: typeof lax, params: AuthorizationRequest) => {
    const asked = await authorize(openBrowser(world), requestOf(app, params));
    const login_challenge = challengeOf(asked, "login");
    const { acr_values, required_acr_values } = (
      await latchkey.getLoginRequest({ login_challenge })
    ).oidc_context;
    return [acr_values, required_acr_values];
  };
  assert.deepEqual(await contextOf(lax, {}), [undefined, undefined]);
  assert.deepEqual(await contextOf(lax, { acr_values: "gold" }), [["gold"], undefined]);
  assert.deepEqual(await contextOf(lax, { claims: VOLUNTARY }), [["gold"], undefined]);
  assert.deepEqual(await contextOf(lax, { claims: ESSENTIAL }), [["gold"], ["gold"]]);
  const levels = ["gold", "silver"];
  assert.deepEqual(await contextOf(strict, {}), [levels, levels]);
});

/** The level of the login, and the error that the client gets. */
const logins: [string | undefined, string | undefined][] = [
  ["gold", undefined],
  ["silver", undefined],
  ["bronze", "unmet_authentication_requirements"],
  [undefined, "unmet_authentication_requirements"],
];

for (const [acr, error] of logins) {
  test(`a login of level ${acr} is ${error ?? "accepted"} where gold or silver is required`, async () => {
    const browser = await signedIn("bronze");
    const asked = await authorize(browser, requestOf(strict));
    const login = { remember: true, ...(acr !== undefined && { acr }) };
    const { parameters } = await answerOf(await passLogin(world, browser, asked, login));
    assert.equal(parameters["error"], error);
    // The session in which alice was signed in before is as good as it was.
    const again = await authorize(browser, requestOf(lax));
    const login_challenge = challengeOf(again, "login");
    assert.equal((await latchkey.getLoginRequest({ login_challenge })).skip, true);
  });
}

test("a stepped-up session is enough for later requests, and its level is in every token", async () => {
  const browser = await signedIn("bronze");
  await signIn(world, strict, { browser, login: { remember: true, acr: "gold" } });
  const { id_token = "", access_token } = await signIn(world, strict, { browser });
  assert.equal(decodeJwt(id_token)["acr"], "gold", "though the login app did not repeat it");
  const introspected = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspected.active);
  assert.deepEqual([introspected.acr, introspected.auth_time], ["gold", clock.now]);
});

test("a client that requested no level gets no acr of the session", async () => {
  const browser = await signedIn("gold");
  const { id_token = "" } = await signIn(world, lax, { browser });
  assert.equal(decodeJwt(id_token)["acr"], undefined);
});

test("a server may require acr_values of every client", async () => {
  const other = await startTestServer({ "oidc.acr_values_required": true });
  const app = await registerApp(other.latchkey);
  const browser = openBrowser(other);
  const asked = await authorize(browser, requestOf(app, { acr_values: "gold" }));
  const { parameters } = await answerOf(await passLogin(other, browser, asked, { acr: "bronze" }));
  assert.equal(parameters["error"], "unmet_authentication_requirements");
  assert.equal(parameters["state"], "where photos was");
});

const malformed: [string, OAuth2ClientInput][] = [
  ["default_max_age", { default_max_age: -1 }],
  ["default_max_age", { default_max_age: 1.5 }],
];

for (const [field, body] of malformed) {
  test(`a client with ${JSON.stringify(body)} is refused`, async () => {
    const reply = await latchkey.call("createOAuth2Client", { body });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), new RegExp(field));
  });
}
