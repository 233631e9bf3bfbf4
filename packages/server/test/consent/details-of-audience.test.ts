import assert from "node:assert/strict";
import { test } from "node:test";
import type { OAuth2TokenResponse } from "@latchkey/api";
import { decodeJwt } from "jose";
import { askForToken, type Machine, registerMachine } from "../operations/machine.ts";
import { fieldsOf, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { acceptNewest, CIBA, poll as pollBackchannel, started } from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import { codesOf, DEVICE_CODE, enterCode, poll as pollDevice } from "../support/device.ts";
import {
  answerOf,
  codeFor,
  completeFlow,
  passConsent,
  passLogin,
  redeem,
  refresh,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { detailsParameter } from "./payments.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const PAYMENTS = "https://payments.example";
const ACCOUNTS = "https://accounts.example";
const both = [PAYMENTS, ACCOUNTS];
const toPayments = { resource: [PAYMENTS] };

const pay = { type: "banking", locations: [`${PAYMENTS}/eu`], actions: ["pay"] };
const list = { type: "banking", locations: [ACCOUNTS], actions: ["list"] };
const anywhere = { type: "banking", actions: ["help"] };
const requested = detailsParameter(pay, list, anywhere);
const granted = { grant_authorization_details: [pay, list, anywhere] };

/** A server with two APIs of one token format, and a client that uses every grant type with details. */
async function startBanking(access_token_format: "opaque" | "jwt") {
  const world = await startTestServer({
    "urls.login": "https://login.example/login",
    "urls.consent": "https://login.example/consent",
    "urls.backchannel_authentication": "https://login.example/asked",
    "secrets.backchannel_authentication": [`whsec_${Buffer.alloc(32, "k").toString("base64")}`],
  });
  const { latchkey } = world;
  await latchkey.createAuthorizationDetailsType({
    body: { type: "banking", schema: { type: "object" }, sentences: { en: "Use your bank" } },
  });
  const apis: Machine[] = [];
  for (const identifier of both) {
    const api = await registerMachine(latchkey, { client_id: new URL(identifier).hostname });
    const introspection_clients = [api.client_id];
    await latchkey.createApi({ body: { identifier, access_token_format, introspection_clients } });
    apis.push(api);
  }
  const photos = await registerApp(latchkey, {
    grant_types: [
      "authorization_code",
      "refresh_token",
      "implicit",
      "client_credentials",
      DEVICE_CODE,
      CIBA,
      TOKEN_EXCHANGE,
    ],
    audience: both,
    authorization_details_types: ["banking"],
    access_token_strategy: access_token_format,
  });
  const [paymentsApi, accountsApi] = apis;
  assert.ok(paymentsApi && accountsApi);
  return { world, photos, paymentsApi, accountsApi };
}

type Banking = Awaited<ReturnType<typeof startBanking>>;

/** What an API gets when it introspects a token. */
async function introspectAs(
  { authorization }: Machine,
  token: string,
  { world }: Banking,
): Promise<unknown> {
  const { body } = await receive(
    world.fetch("http://public.test/oauth2/introspect", {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ token }),
    }),
  );
  return fieldsOf(body)["authorization_details"];
}

/** Checks the details of a token in its response, in introspection, and in the token itself where it is a JWT. */
async function assertHas(
  { access_token, authorization_details }: OAuth2TokenResponse,
  expected: readonly object[] | undefined,
  banking: Banking,
): Promise<void> {
  assert.deepEqual(authorization_details, expected, "the token response");
  await assertTokenHas(access_token, expected, banking);
}

async function assertTokenHas(
  token: string,
  expected: readonly object[] | undefined,
  { world }: Banking,
): Promise<void> {
  const introspected = await world.latchkey.introspectOAuth2Token({ token });
  assert.ok(introspected.active);
  assert.deepEqual(introspected.authorization_details, expected, "introspection");
  if (token.startsWith("eyJ"))
    assert.deepEqual(decodeJwt(token)["authorization_details"], expected, "the JWT");
}

/** The tokens of each grant type for the API of payments. */
const grants: readonly [string, (banking: Banking) => Promise<OAuth2TokenResponse>][] = [
  [
    "authorization_code",
    async ({ world, photos }) => {
      const params = { ...requested, resource: both };
      const code = await codeFor(world, photos, { params, consent: granted });
      const reply = await redeem(world, photos, code, toPayments);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      return reply.body;
    },
  ],
  [
    "refresh_token",
    async ({ world, photos }) => {
      const params = { ...requested, resource: both };
      const code = await codeFor(world, photos, { params, consent: granted });
      const first = await redeem(world, photos, code);
      assert.ok(first.ok, JSON.stringify(first.body));
      const reply = await refresh(world, photos, first.body.refresh_token, toPayments);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      return reply.body;
    },
  ],
  [
    "client_credentials",
    async ({ world, photos: { authorization = "" } }) => {
      const wishes = { ...requested, ...toPayments };
      const reply = await askForToken(world.latchkey, { authorization }, wishes);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      return reply.body;
    },
  ],
  [
    "device_code",
    async ({ world, photos }) => {
      const form = { scope: "openid", ...requested, resource: both };
      const { user_code, device_code } = await codesOf(world, photos, form);
      const browser = openBrowser(world);
      const response = await passLogin(world, browser, await enterCode(world, browser, user_code));
      await passConsent(world, browser, response, granted);
      const reply = await pollDevice(world, photos, device_code, toPayments);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      return reply.body;
    },
  ],
  [
    "ciba",
    async ({ world, photos }) => {
      const { auth_req_id } = await started(world, photos, { ...requested, resource: both });
      await acceptNewest(world, { ...granted, grant_access_token_audience: both });
      const reply = await pollBackchannel(world, photos, auth_req_id, [PAYMENTS]);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      return reply.body;
    },
  ],
];

for (const format of ["opaque", "jwt"] as const) {
  const banking = await startBanking(format);
  const { world, photos, paymentsApi, accountsApi } = banking;

  for (const [grant_type, ask] of grants) {
    test(`RFC 9396 §7: the ${format} token of ${grant_type}, its response and its introspection have the details of its audience`, async () => {
      const tokens = await ask(banking);
      assert.equal(tokens.access_token.startsWith("eyJ"), format === "jwt");
      await assertHas(tokens, [pay, anywhere], banking);
      const { access_token } = tokens;
      assert.deepEqual(await introspectAs(paymentsApi, access_token, banking), [pay, anywhere]);
      assert.equal(await introspectAs(accountsApi, access_token, banking), undefined);
    });
  }

  test(`the ${format} token for all resources has all details, and each API gets its own`, async () => {
    const params = { ...requested, resource: both };
    const code = await codeFor(world, photos, { params, consent: granted });
    const reply = await redeem(world, photos, code);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    await assertHas(reply.body, [pay, list, anywhere], banking);
    const { access_token, refresh_token = "" } = reply.body;
    assert.deepEqual(await introspectAs(paymentsApi, access_token, banking), [pay, anywhere]);
    assert.deepEqual(await introspectAs(accountsApi, access_token, banking), [list, anywhere]);

    const toAccounts = { resource: [ACCOUNTS], ...detailsParameter(pay, list) };
    const next = await refresh(world, photos, refresh_token, toAccounts);
    assert.ok(next.ok, JSON.stringify(next.body));
    await assertHas(next.body, [list], banking);
    const grant = await world.latchkey.introspectOAuth2Token({
      token: next.body.refresh_token ?? "",
    });
    assert.ok(grant.active);
    const { authorization_details } = grant;
    assert.deepEqual(authorization_details, [pay, list, anywhere], "the refresh token is for all");
  });

  test(`the ${format} token of the authorization endpoint has the details of its audience`, async () => {
    const params = { ...requested, ...toPayments, response_type: "token", nonce: "n-0S6" };
    const { parameters } = await answerOf(
      await completeFlow(world, photos, { params, consent: granted }),
    );
    await assertTokenHas(parameters["access_token"] ?? "", [pay, anywhere], banking);
  });

  test(`the ${format} token has no details where all of them are for other APIs`, async () => {
    const wishes = { ...detailsParameter(list), ...toPayments };
    const { authorization = "" } = photos;
    const reply = await askForToken(world.latchkey, { authorization }, wishes);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    await assertHas(reply.body, undefined, banking);
  });

  test(`the ${format} token of a token exchange has no details, whatever its subject token has`, async () => {
    const { authorization = "" } = photos;
    const wishes = { ...requested, ...toPayments };
    const { access_token } = await world.latchkey.oauth2Token(
      { grant_type: "client_credentials", ...wishes },
      { authorization },
    );
    const exchanged = await world.latchkey.oauth2Token(
      {
        grant_type: TOKEN_EXCHANGE,
        subject_token: access_token,
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      },
      { authorization },
    );
    await assertHas(exchanged, undefined, banking);
  });

  test(`the ${format} token without an audience has all details`, async () => {
    const { authorization = "" } = photos;
    const reply = await askForToken(world.latchkey, { authorization }, requested);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    await assertHas(reply.body, [pay, list, anywhere], banking);
  });
}
