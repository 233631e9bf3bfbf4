import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AcceptConsentRequest, AuthorizationRequest, OAuth2ClientInput } from "@latchkey/api";
import { type App, registerApp } from "../support/app.ts";
import {
  ask,
  CIBA,
  errorOf as errorOfBank,
  newestFor,
  registerBank,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import {
  codesOf,
  DEVICE_CODE,
  enterCode,
  errorOf as errorOfTv,
  registerTv,
} from "../support/device.ts";
import {
  answerOf,
  authorize,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  requestOf,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
  "urls.backchannel_authentication": "https://login.example/asked",
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
});
const { latchkey, clock } = world;
const open = { identifier: "https://open.example", allow_any_client: true };
const { id: open_id } = await latchkey.createApi({ body: open });
await latchkey.createAuthorizationDetailsType({
  body: { type: "album", schema: { type: "object" }, sentences: { en: "Print an album" } },
});

let registered = 0;

/** A new id for each client. */
function nextId(): string {
  registered += 1;
  return `client-${registered}`;
}

/** An administrator changes a client. */
async function change({ client_id: id }: App, fields: OAuth2ClientInput): Promise<void> {
  const client = await latchkey.getOAuth2Client({ id });
  await latchkey.updateOAuth2Client({ id, body: { ...client, ...fields } });
}

const album = JSON.stringify([{ type: "album" }]);

/** What the client requests, what is changed while the user is asked, and the error that the client gets. */
const withdrawals: [string, AuthorizationRequest, OAuth2ClientInput, string][] = [
  ["a scope", { scope: "openid profile" }, { scope: "openid" }, "invalid_scope"],
  ["an audience", { audience: "https://api.example" }, { audience: [] }, "invalid_request"],
  ["a resource", { resource: ["https://api.example"] }, { audience: [] }, "invalid_request"],
  [
    "a type of details",
    { authorization_details: album },
    { authorization_details_types: [] },
    "invalid_authorization_details",
  ],
  [
    "the response type",
    { response_type: "code id_token", nonce: "a nonce of photos" },
    { response_types: ["code"] },
    "unsupported_response_type",
  ],
  ["the grant type", {}, { grant_types: ["implicit"] }, "unauthorized_client"],
  [
    "the grant type of an implicit flow",
    { response_type: "token" },
    { grant_types: ["authorization_code"] },
    "unauthorized_client",
  ],
  [
    "tokens that are not bound to a key",
    { response_type: "token" },
    { dpop_bound_access_tokens: true },
    "unsupported_response_type",
  ],
];

describe("what an administrator withdraws from a client while the user is asked is not granted", () => {
  for (const pushed of [false, true]) {
    for (const [what, params, fields, error] of withdrawals) {
      test(`${what}${pushed ? ", requested by a pushed request" : ""} → ${error}`, async () => {
        const description = { client_id: nextId(), authorization_details_types: ["album"] };
        const photos = await registerApp(latchkey, description);
        const browser = openBrowser(world);
        const request = requestOf(photos, params);
        const asked = await authorize(browser, pushed ? await pushedFor(photos, request) : request);
        const atConsent = await passLogin(world, browser, asked);
        await change(photos, fields);
        const { parameters } = await answerOf(await passConsent(world, browser, atConsent));
        assert.deepEqual(
          [parameters["error"], parameters["code"], parameters["access_token"]],
          [error, undefined, undefined],
        );
        assert.equal(parameters["state"], "where photos was");
        const consents = await latchkey.listSubjectConsentSessions({ subject: "alice" });
        const clients = consents.map(({ consent_request }) => consent_request.client.client_id);
        assert.ok(!clients.includes(photos.client_id));
      });
    }
  }

  async function pushedFor(
    { client_id, authorization = "" }: App,
    request: AuthorizationRequest,
  ): Promise<AuthorizationRequest> {
    const pushed = await latchkey.call("pushAuthorizationRequest", request, { authorization });
    assert.ok(pushed.ok, JSON.stringify(pushed.body));
    return { client_id, request_uri: pushed.body.request_uri };
  }

  test("an API that is no longer open to every client → invalid_request", async () => {
    const photos = await registerApp(latchkey, { client_id: nextId() });
    const browser = openBrowser(world);
    const request = requestOf(photos, { resource: [open.identifier] });
    const atConsent = await passLogin(world, browser, await authorize(browser, request));
    await latchkey.updateApi({ id: open_id, body: { ...open, allow_any_client: false } });
    const { parameters } = await answerOf(await passConsent(world, browser, atConsent));
    assert.deepEqual([parameters["error"], parameters["code"]], ["invalid_request", undefined]);
    await latchkey.updateApi({ id: open_id, body: open });
  });

  test("a scope that the consent app grants beyond the request needs no registration", async () => {
    const photos = await registerApp(latchkey, { client_id: nextId() });
    const browser = openBrowser(world);
    const atConsent = await passLogin(
      world,
      browser,
      await authorize(browser, requestOf(photos, { scope: "openid" })),
    );
    const answer = { grant_scope: ["openid", "unregistered"] };
    const { parameters } = await answerOf(await passConsent(world, browser, atConsent, answer));
    assert.ok(parameters["code"]);
  });
});

/** What the client requests and the user grants, what is changed before the code is redeemed, and the error. */
const withdrawnFromCodes: [string, AuthorizationRequest, OAuth2ClientInput, string][] = [
  ["a scope", { scope: "openid profile" }, { scope: "openid" }, "invalid_scope"],
  ["an audience", { audience: "https://api.example" }, { audience: [] }, "invalid_request"],
  [
    "a type of details",
    { authorization_details: album },
    { authorization_details_types: [] },
    "invalid_authorization_details",
  ],
  ["every response type with a code", {}, { response_types: ["token"] }, "unauthorized_client"],
  ["the grant type", {}, { grant_types: ["implicit"] }, "unauthorized_client"],
];

describe("what an administrator withdraws from a client before it redeems its code is not issued", () => {
  for (const [what, params, fields, error] of withdrawnFromCodes) {
    test(`${what} → ${error}, and the code is not spent`, async () => {
      const { photos, code, before } = await granted(params);
      await change(photos, fields);
      const refused = await redeem(world, photos, code);
      assert.equal(refused.ok, false);
      assert.equal(Reflect.get(Object(refused.body), "error"), error);
      await latchkey.updateOAuth2Client({ id: photos.client_id, body: before });
      assert.ok((await redeem(world, photos, code)).ok);
    });
  }

  test("a resource that the token request names → invalid_target", async () => {
    const resource = ["https://api.example"];
    const { photos, code } = await granted({ resource });
    await change(photos, { audience: [] });
    const refused = await redeem(world, photos, code, { resource });
    assert.equal(Reflect.get(Object(refused.body), "error"), "invalid_target");
  });

  test("a resource that the token request does not name → tokens for the other one", async () => {
    const resource = ["https://api.example", open.identifier];
    const { photos, code } = await granted({ resource });
    await change(photos, { audience: [] });
    assert.ok((await redeem(world, photos, code, { resource: [open.identifier] })).ok);
  });

  test("the grant type refresh_token → tokens without a refresh token", async () => {
    const { photos, code } = await granted({});
    await change(photos, { grant_types: ["authorization_code"] });
    const redeemed = await redeem(world, photos, code);
    assert.ok(redeemed.ok);
    assert.equal(redeemed.body.refresh_token, undefined);
  });

  test("a scope that the user did not grant → tokens", async () => {
    const { photos, code } = await granted(
      { scope: "openid profile" },
      { grant_scope: ["openid"] },
    );
    await change(photos, { scope: "openid" });
    assert.ok((await redeem(world, photos, code)).ok);
  });

  async function granted(params: AuthorizationRequest, consent: AcceptConsentRequest = {}) {
    const description = { client_id: nextId(), authorization_details_types: ["album"] };
    const photos = await registerApp(latchkey, description);
    const details =
      params.authorization_details === undefined
        ? {}
        : { grant_authorization_details: [{ type: "album" }] };
    const code = await codeFor(world, photos, { params, consent: { ...details, ...consent } });
    return { photos, code, before: await latchkey.getOAuth2Client({ id: photos.client_id }) };
  }
});

const permissions: [string, OAuth2ClientInput, string][] = [
  ["a scope", { scope: "offline" }, "invalid_scope"],
  ["an audience", { audience: [] }, "invalid_request"],
  ["a type of details", { authorization_details_types: [] }, "invalid_authorization_details"],
  ["the grant type", { grant_types: ["refresh_token"] }, "unauthorized_client"],
];
const form = {
  scope: "openid",
  audience: "https://api.example",
  authorization_details: album,
};

describe("what an administrator withdraws from a device is not granted", () => {
  for (const [what, fields, error] of permissions) {
    test(`${what}, while the user is asked → ${error}`, async () => {
      const tv = await register();
      const { device_code, user_code } = await codesOf(world, tv, form);
      const browser = openBrowser(world);
      const toLogin = await enterCode(world, browser, user_code);
      const atConsent = await passLogin(world, browser, toLogin);
      await change(tv, fields);
      const page = await passConsent(world, browser, atConsent);
      assert.equal(page.headers.get("location"), null);
      assert.match(await page.text(), new RegExp(error));
      assert.equal(await errorOfTv(world, tv, device_code), error);
      await change(tv, { grant_types: [DEVICE_CODE], ...registration });
      clock.now += 5;
      assert.equal(await errorOfTv(world, tv, device_code), "authorization_pending");
    });

    test(`${what}, before the device asks for its tokens → ${error}`, async () => {
      const tv = await register();
      const { device_code, user_code } = await codesOf(world, tv, form);
      const browser = openBrowser(world);
      const toLogin = await enterCode(world, browser, user_code);
      const atConsent = await passLogin(world, browser, toLogin);
      const details = { grant_authorization_details: [{ type: "album" }] };
      await passConsent(world, browser, atConsent, details);
      await change(tv, fields);
      assert.equal(await errorOfTv(world, tv, device_code), error);
      await change(tv, { grant_types: [DEVICE_CODE], ...registration });
      assert.equal(await errorOfTv(world, tv, device_code), undefined, "the code is not used up");
    });
  }

  const registration = {
    scope: "openid offline",
    audience: ["https://api.example"],
    authorization_details_types: ["album"],
  };

  function register(): Promise<App> {
    return registerTv(latchkey, { client_id: nextId(), ...registration });
  }
});

describe("what an administrator withdraws from a client of backchannel authentication is not granted", () => {
  for (const [what, fields, error] of permissions) {
    test(`${what}, while the user is asked → ${error}`, async () => {
      const { bank, auth_req_id, user } = await start();
      await change(bank, fields);
      const refused = await accept(user);
      assert.equal(refused.ok, false);
      assert.equal(Reflect.get(Object(refused.body), "error"), error);
      assert.equal(await errorOfBank(world, bank, auth_req_id), error);
      await change(bank, { grant_types: [CIBA], ...registration });
      clock.now += 5;
      assert.equal(await errorOfBank(world, bank, auth_req_id), "authorization_pending");
    });

    test(`${what}, before the client asks for its tokens → ${error}`, async () => {
      const { bank, auth_req_id, user } = await start();
      assert.ok((await accept(user)).ok);
      await change(bank, fields);
      assert.equal(await errorOfBank(world, bank, auth_req_id), error);
      await change(bank, { grant_types: [CIBA], ...registration });
      assert.equal(await errorOfBank(world, bank, auth_req_id), undefined);
    });
  }

  const registration = {
    scope: "openid offline",
    audience: ["https://api.example"],
    authorization_details_types: ["album"],
  };

  /** A user of their own for each request. */
  async function start() {
    const bank = await registerBank(latchkey, { client_id: nextId(), ...registration });
    const user = `user of ${bank.client_id}`;
    const asked = await ask(world, bank, { ...form, login_hint: user });
    assert.ok(asked.ok, JSON.stringify(asked.body));
    return { bank, auth_req_id: asked.body.auth_req_id, user };
  }

  async function accept(subject: string) {
    const { challenge: backchannel_challenge } = await newestFor(world, subject);
    const body = {
      subject,
      grant_scope: ["openid"],
      grant_access_token_audience: ["https://api.example"],
      grant_authorization_details: [{ type: "album" }],
    };
    return latchkey.call("acceptBackchannelRequest", { backchannel_challenge, body });
  }
});
