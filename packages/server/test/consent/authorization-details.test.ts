import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { askForToken } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import {
  account,
  accountType,
  detailsParameter,
  payment,
  paymentType,
  startBank,
} from "./payments.ts";

const bank = await startBank();
const { world, photos, latchkey } = bank;
const details = detailsParameter(payment, account);
const consent = { grant_authorization_details: [payment, account] };

test("RFC 9396: what was granted is in the token response, in introspection and in the list of consents", async () => {
  const tokens = await signIn(world, photos, { params: details, consent });
  assert.deepEqual(tokens.authorization_details, [payment, account]);
  for (const token of [tokens.access_token, tokens.refresh_token ?? ""]) {
    const introspected = await latchkey.introspectOAuth2Token({ token });
    assert.ok(introspected.active);
    assert.deepEqual(introspected.authorization_details, [payment, account]);
  }
  const [session] = await latchkey.listSubjectConsentSessions({ subject: "alice" });
  assert.deepEqual(session?.grant_authorization_details, [payment, account]);
  assert.deepEqual(session?.consent_request.requested_authorization_details, [payment, account]);
});

test("the login and the consent app read what is requested", async () => {
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, details));
  const login_challenge = challengeOf(asked, "login");
  const login = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(login.requested_authorization_details, [payment, account]);
  const response = await passLogin(world, browser, asked);
  const consent_challenge = challengeOf(response, "consent");
  const { requested_authorization_details } = await latchkey.getConsentRequest({
    consent_challenge,
  });
  assert.deepEqual(requested_authorization_details, [payment, account]);
});

test("a consent app that does not know of details grants none", async () => {
  const tokens = await signIn(world, photos, { params: details });
  assert.equal(tokens.authorization_details, undefined);
});

test("a consent app may grant fewer details, and reduce them as their types allow", async () => {
  const less = { ...payment, amount: 40 };
  const tokens = await signIn(world, photos, {
    params: details,
    consent: { grant_authorization_details: [less] },
  });
  assert.deepEqual(tokens.authorization_details, [less]);
});

test("a code and a refresh token yield access tokens with fewer details, and the grant keeps all", async () => {
  const code = await codeFor(world, photos, { params: details, consent });
  const first = await redeem(world, photos, code, detailsParameter({ ...payment, amount: 1 }));
  assert.ok(first.ok, JSON.stringify(first.body));
  assert.deepEqual(first.body.authorization_details, [{ ...payment, amount: 1 }]);
  const introspected = await latchkey.introspectOAuth2Token({ token: first.body.access_token });
  assert.ok(introspected.active);
  assert.deepEqual(introspected.authorization_details, [{ ...payment, amount: 1 }]);

  const narrow = detailsParameter({ ...account, actions: ["list"] });
  const second = await refresh(world, photos, first.body.refresh_token, narrow);
  assert.ok(second.ok);
  assert.deepEqual(second.body.authorization_details, [{ ...account, actions: ["list"] }]);
  const repeated = await refresh(world, photos, first.body.refresh_token, narrow);
  assert.ok(repeated.ok, "the response may have been lost");
  assert.equal(repeated.body.access_token, second.body.access_token);

  const third = await refresh(world, photos, second.body.refresh_token);
  assert.ok(third.ok);
  assert.deepEqual(third.body.authorization_details, [payment, account]);
});

test("a JWT access token has the details of its request", async () => {
  const jwt = await startBank({ access_token_strategy: "jwt" });
  const code = await codeFor(jwt.world, jwt.photos, { params: details, consent });
  const reply = await redeem(jwt.world, jwt.photos, code, detailsParameter(account));
  assert.ok(reply.ok);
  const claims = decodeJwt(reply.body.access_token);
  assert.deepEqual(claims["authorization_details"], [account]);
  assert.equal(claims["auth_time"], jwt.clock.now);
});

test("a client gets details for itself by client_credentials", async () => {
  const { authorization = "" } = photos;
  const reply = await askForToken(latchkey, { authorization }, detailsParameter(account));
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.deepEqual(reply.body.authorization_details, [account]);
  const introspected = await latchkey.introspectOAuth2Token({ token: reply.body.access_token });
  assert.ok(introspected.active);
  assert.deepEqual(introspected.authorization_details, [account]);
});

test("a client that may no longer request a type cannot refresh what it was granted of it", async () => {
  const own = await startBank();
  const tokens = await signIn(own.world, own.photos, { params: details, consent });
  const { client_secret: _, ...client } = await own.latchkey.getOAuth2Client({ id: "photos" });
  const body = { ...client, authorization_details_types: [accountType.type] };
  await own.latchkey.updateOAuth2Client({ id: "photos", body });
  const reply = await refresh(own.world, own.photos, tokens.refresh_token);
  assertRefused(reply, 400, "invalid_authorization_details");
});

test("details of a type that may be remembered are covered by a remembered consent, others are asked for again", async () => {
  const own = await startBank();
  const browser = openBrowser(own.world);
  await signIn(own.world, own.photos, {
    browser,
    params: details,
    login: { remember: true },
    consent: { ...consent, remember: true },
  });
  const skipFor = async (...wanted: object[]) => {
    const params = requestOf(own.photos, detailsParameter(...wanted));
    const response = await passLogin(own.world, browser, await authorize(browser, params));
    const consent_challenge = challengeOf(response, "consent");
    return own.latchkey.getConsentRequest({ consent_challenge });
  };
  assert.equal((await skipFor(account)).skip, true);
  assert.equal((await skipFor({ ...account, actions: ["list"] })).skip, true);
  assert.equal((await skipFor(account, account)).skip, false, "one covers one");
  const again = await skipFor(payment, account);
  assert.equal(again.skip, false, "a payment is approved each time");
  assert.deepEqual(again.granted_before?.authorization_details, [account]);
});

test("discovery lists the types, and follows when one is added or deleted", async () => {
  const supported = async () =>
    (await latchkey.discoverOpenIDConfiguration()).authorization_details_types_supported;
  assert.deepEqual(await supported(), [accountType.type, paymentType.type]);
  await latchkey.createAuthorizationDetailsType({
    body: { ...paymentType, type: "https://x.example/a" },
  });
  assert.deepEqual(
    await supported(),
    [accountType.type, "https://x.example/a", paymentType.type].toSorted(),
  );
  await latchkey.deleteAuthorizationDetailsType({ type: "https://x.example/a" });
  assert.deepEqual(await supported(), [accountType.type, paymentType.type]);
});

test("details in a request object are those of the request", async () => {
  const object = { ...requestOf(photos), authorization_details: [payment, account] };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const request = `${encode({ alg: "none" })}.${encode(object)}.`;
  const browser = openBrowser(world);
  const asked = await authorize(browser, { ...requestOf(photos), request });
  const login_challenge = challengeOf(asked, "login");
  const login = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(login.requested_authorization_details, [payment, account]);
});

test("an empty list of details is none", async () => {
  const response = await authorize(openBrowser(world), requestOf(photos, detailsParameter()));
  assert.equal((await answerOf(response)).parameters["error"], undefined);
});

test("RFC 9126: details are pushed, and refused there if they do not fit", async () => {
  const { authorization = "" } = photos;
  const request = requestOf(photos, details);
  const { request_uri } = await latchkey.pushAuthorizationRequest(request, { authorization });
  const asked = await authorize(openBrowser(world), { client_id: photos.client_id, request_uri });
  const login_challenge = challengeOf(asked, "login");
  const login = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(login.requested_authorization_details, [payment, account]);

  const wrong = requestOf(photos, detailsParameter({ ...payment, amount: 5_000 }));
  const reply = await latchkey.call("pushAuthorizationRequest", wrong, { authorization });
  assertRefused(reply, 400, "invalid_authorization_details");
});
