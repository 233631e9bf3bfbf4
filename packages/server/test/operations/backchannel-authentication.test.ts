import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import {
  acceptNewest,
  ask,
  CIBA,
  errorOf,
  isSigned,
  newestFor,
  poll,
  registerBank,
  started,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import { refresh } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { isActive } from "./machine.ts";
import { assertRefused, assertRefusedPlainly } from "./refusal.ts";

const app = await startReceiver();
const world = await startTestServer({
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
  "urls.backchannel_authentication": `${app.url}/asked`,
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
  "limits.backchannel_authentication.per_user": 500,
  "limits.backchannel_authentication.per_client": 500,
});
const { latchkey, clock, lines } = world;
const bank = await registerBank(latchkey);

test("a client gets its tokens once the user has answered elsewhere, and refreshes them", async () => {
  const response = await started(world, bank, {
    scope: "openid offline",
    audience: "https://api.example",
    binding_message: "W4SCT",
    acr_values: "2 1",
    ui_locales: "de",
  });
  const { auth_req_id, ...rest } = response;
  assert.match(auth_req_id, /^lk_ar_[\w-]{60}$/, "§7.3: at least 128 bits of entropy");
  assert.deepEqual(rest, { expires_in: 300, interval: 5 });
  assert.equal(await errorOf(world, bank, auth_req_id), "authorization_pending");

  const posted = await app.next();
  assert.deepEqual([posted.method, posted.path], ["POST", "/asked"]);
  assert.ok(isSigned(posted), "the webhook is signed");
  const { type, data } = JSON.parse(posted.body);
  assert.equal(type, "backchannel_authentication.requested");
  const shown = await latchkey.getBackchannelRequest({ backchannel_challenge: data.challenge });
  assert.deepEqual(data, JSON.parse(JSON.stringify(shown)), "the app may read it again");
  const { challenge, client, ...asked } = shown;
  assert.equal(client.client_id, "bank");
  assert.deepEqual(asked, {
    requested_scope: ["openid", "offline"],
    requested_access_token_audience: ["https://api.example"],
    oidc_context: { acr_values: ["2", "1"], ui_locales: ["de"], login_hint: "alice" },
    binding_message: "W4SCT",
    requested_at: new Date(clock.now * 1000).toISOString().replace(".000Z", "Z"),
    expires_at: new Date((clock.now + 300) * 1000).toISOString().replace(".000Z", "Z"),
  });

  clock.now += 5;
  await latchkey.acceptBackchannelRequest({
    backchannel_challenge: challenge,
    body: {
      subject: "alice",
      acr: "2",
      amr: ["pwd", "otp"],
      grant_scope: ["openid", "offline"],
      grant_access_token_audience: ["https://api.example"],
      session: { id_token: { name: "Alice" }, access_token: { tier: "gold" } },
    },
  });
  const reply = await poll(world, bank, auth_req_id);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.match(reply.headers.get("cache-control") ?? "", /no-store/);
  const { access_token, refresh_token, id_token = "", ...others } = reply.body;
  assert.deepEqual(others, { token_type: "bearer", expires_in: 3600, scope: "openid offline" });
  const claims = decodeJwt(id_token);
  assert.deepEqual(
    [claims.sub, claims.aud, claims["acr"], claims["amr"], claims["name"]],
    ["alice", ["bank"], "2", ["pwd", "otp"], "Alice"],
  );
  assert.deepEqual([claims["auth_time"], claims["nonce"]], [clock.now, undefined]);
  assert.equal(claims["urn:openid:params:jwt:claim:auth_req_id"], undefined, "§10.3.1: push only");
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.deepEqual(
    [introspection.aud, introspection.ext],
    [["https://api.example"], { tier: "gold" }],
  );

  clock.now += 1;
  const next = await refresh(world, bank, refresh_token);
  assert.ok(next.ok && (await isActive(latchkey, next.body.access_token)));
  assert.equal(await errorOf(world, bank, auth_req_id), "invalid_grant", "it is redeemed once");
  assert.ok(await isActive(latchkey, next.body.access_token), "a repeated request revokes nothing");
  const [consent] = await latchkey.listSubjectConsentSessions({ subject: "alice" });
  assert.equal(consent?.consent_request.client.client_id, "bank", "the user can revoke it");
});

test("the lifespans of a client, else those of the grant type, apply to its tokens", async () => {
  const own = await registerBank(latchkey, {
    client_id: "brief",
    backchannel_authentication_grant_access_token_lifespan: "2m",
    backchannel_authentication_grant_refresh_token_lifespan: "1h",
    backchannel_authentication_grant_id_token_lifespan: "3m",
  });
  const settings = await startTestServer({
    "urls.login": "https://login.example/login",
    "urls.consent": "https://login.example/consent",
    "urls.backchannel_authentication": `${app.url}/other`,
    "secrets.backchannel_authentication": [WEBHOOK_SECRET],
    "ttl.grants.backchannel_authentication.access_token": "2m",
    "ttl.grants.backchannel_authentication.refresh_token": "1h",
    "ttl.grants.backchannel_authentication.id_token": "3m",
  });
  for (const [server, client] of [
    [world, own],
    [settings, await registerBank(settings.latchkey)],
  ] as const) {
    const { auth_req_id } = await started(server, client, { scope: "openid offline" });
    await acceptNewest(server);
    const reply = await poll(server, client, auth_req_id);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    const { expires_in, refresh_token = "", id_token = "" } = reply.body;
    assert.equal(expires_in, 120);
    assert.equal(decodeJwt(id_token).exp, server.clock.now + 180);
    const introspection = await server.latchkey.introspectOAuth2Token({ token: refresh_token });
    assert.ok(introspection.active);
    assert.equal(introspection.exp, server.clock.now + 3_600);
  }
});

test("a consent that is revoked before the client has its tokens denies the request", async () => {
  const { auth_req_id } = await started(world, bank);
  await acceptNewest(world);
  await latchkey.revokeConsentSessions({ subject: "alice", client: "bank" });
  assert.equal(await errorOf(world, bank, auth_req_id), "access_denied");
});

test("a user who denies it is not asked again: the client gets access_denied", async () => {
  const { auth_req_id } = await started(world, bank);
  const { challenge: backchannel_challenge } = await newestFor(world);
  await latchkey.rejectBackchannelRequest({ backchannel_challenge });
  assert.equal(await errorOf(world, bank, auth_req_id), "access_denied");
  const again = await latchkey.call("acceptBackchannelRequest", {
    backchannel_challenge,
    body: { subject: "alice", grant_scope: ["openid"] },
  });
  assertRefused(again, 409, "conflict");
  assertRefused(
    await latchkey.call("getBackchannelRequest", { backchannel_challenge }),
    409,
    "conflict",
  );
  assertRefused(
    await latchkey.call("rejectBackchannelRequest", { backchannel_challenge }),
    409,
    "conflict",
  );
});

test("an error of the backchannel authentication endpoint has the fields of §13, and no others", async () => {
  const refused = await ask(world, bank, { binding_message: "a".repeat(65) });
  assertRefusedPlainly(refused, 400, "invalid_binding_message");
});

test("a client that asks too often has to slow down, and one that waits does not", async () => {
  const { auth_req_id } = await started(world, bank);
  assert.equal(await errorOf(world, bank, auth_req_id), "authorization_pending");
  assert.equal(await errorOf(world, bank, auth_req_id), "slow_down");
  clock.now += 5;
  assert.equal(
    await errorOf(world, bank, auth_req_id),
    "slow_down",
    "now it has to wait 10 seconds",
  );
  clock.now += 15;
  assert.equal(await errorOf(world, bank, auth_req_id), "authorization_pending");
  await acceptNewest(world);
  assert.equal(await errorOf(world, bank, auth_req_id), undefined, "an answer is never held back");
});

test("a request expires when the client wants, and no later than the server allows", async () => {
  const brief = await started(world, bank, { requested_expiry: "30" });
  const long = await started(world, bank, { requested_expiry: "86400" });
  assert.deepEqual([brief.expires_in, long.expires_in], [30, 300]);
  const { challenge: backchannel_challenge } = await newestFor(world);
  clock.now += 30;
  assert.equal(await errorOf(world, bank, brief.auth_req_id), "expired_token");
  assert.equal(await errorOf(world, bank, long.auth_req_id), "authorization_pending");
  clock.now += 270;
  assert.equal(await errorOf(world, bank, long.auth_req_id), "expired_token");
  assertRefused(
    await latchkey.call("getBackchannelRequest", { backchannel_challenge }),
    404,
    "not_found",
  );
  assert.deepEqual(await latchkey.listBackchannelRequests({ user: "alice" }), []);
});

test("an ID token names the user, also after it has expired", async () => {
  const { auth_req_id } = await started(world, bank);
  await acceptNewest(world);
  const reply = await poll(world, bank, auth_req_id);
  assert.ok(reply.ok);
  const { id_token = "" } = reply.body;
  clock.now += 7200;
  await started(world, bank, { login_hint: "", id_token_hint: id_token });
  const { challenge: backchannel_challenge, oidc_context } = await newestFor(world);
  assert.equal(oidc_context.id_token_hint_claims?.["sub"], "alice");
  const body = { subject: "mallory", grant_scope: ["openid"] };
  const refused = await latchkey.call("acceptBackchannelRequest", { backchannel_challenge, body });
  assert.match(assertRefused(refused, 400, "invalid_request"), /whom the client named/);
  await acceptNewest(world);

  const other = await registerBank(latchkey, { client_id: "stranger" });
  const stolen = await ask(world, other, { login_hint: "", id_token_hint: id_token });
  assert.match(assertRefusedPlainly(stolen, 400, "invalid_request"), /issued to the client/);
});

test("a client in ping mode is notified of the answer, with its own token", async () => {
  const endpoint = await startReceiver();
  const pinged = await registerBank(latchkey, {
    client_id: "pinged",
    backchannel_token_delivery_mode: "ping",
    backchannel_client_notification_endpoint: `${endpoint.url}/answered`,
  });
  for (const [decision, error] of [
    ["accept", undefined],
    ["reject", "access_denied"],
  ] as const) {
    const client_notification_token = `${decision}-8d67dc787faa4d41aabd67707b374255`;
    const { auth_req_id, interval } = await started(world, pinged, { client_notification_token });
    assert.equal(interval, 5);
    if (decision === "accept") await acceptNewest(world);
    else {
      const { challenge: backchannel_challenge } = await newestFor(world);
      await latchkey.rejectBackchannelRequest({ backchannel_challenge });
    }
    const { method, path, headers, content_type, body } = await endpoint.next();
    assert.deepEqual([method, path, content_type], ["POST", "/answered", "application/json"]);
    assert.equal(headers["authorization"], `Bearer ${client_notification_token}`);
    assert.deepEqual(JSON.parse(body), { auth_req_id });
    assert.equal(await errorOf(world, pinged, auth_req_id), error);
  }
  await world.server.settled();
  assert.doesNotMatch(lines.join(""), /8d67dc787faa|W4SCT/, "neither token nor message is logged");
});

test("a notification is retried until it arrives, and given up where the client refuses it", async () => {
  const status = [503, 204, 401, 301];
  const endpoint = await startReceiver(() => ({ status: status.shift() ?? 500 }));
  const pinged = await registerBank(latchkey, {
    client_id: "retried",
    backchannel_token_delivery_mode: "ping",
    backchannel_client_notification_endpoint: endpoint.url,
  });
  const client_notification_token = "8d67dc787faa4d41aabd67707b374255";
  const notify = async () => {
    await started(world, pinged, { client_notification_token });
    await acceptNewest(world);
    await endpoint.next();
    await world.server.settled();
  };
  await notify();
  clock.now += 1;
  world.server.context.deliveries_due.notify();
  await endpoint.next();
  await world.server.settled();
  for (const count of [3, 4]) {
    await notify();
    clock.now += 60;
    world.server.context.deliveries_due.notify();
    await world.server.settled();
    assert.equal(endpoint.count, count);
  }
});

test("the app that asks the user is notified again while it does not accept it", async () => {
  const status = [500, 200];
  const flaky = await startReceiver(() => ({ status: status.shift() ?? 200 }));
  const { latchkey: sdk, ...rest } = await startTestServer({
    "urls.backchannel_authentication": flaky.url,
    "secrets.backchannel_authentication": [WEBHOOK_SECRET, `whsec_${"A".repeat(44)}`],
  });
  await started({ latchkey: sdk }, await registerBank(sdk));
  const first = await flaky.next();
  await rest.server.settled();
  rest.clock.now += 1;
  rest.server.context.deliveries_due.notify();
  const second = await flaky.next();
  assert.equal(first.headers["webhook-id"], second.headers["webhook-id"], "it is the same webhook");
  assert.ok(isSigned(second) && isSigned(second, `whsec_${"A".repeat(44)}`), "with every secret");
});

test("tokens may be for one of the granted APIs, and details are granted as elsewhere", async () => {
  await latchkey.createAuthorizationDetailsType({
    body: { type: "payment", schema: { type: "object" }, sentences: { en: "Make a payment" } },
  });
  const payer = await registerBank(latchkey, {
    client_id: "payer",
    audience: ["https://a.example", "https://b.example"],
    authorization_details_types: ["payment"],
  });
  const authorization_details = [{ type: "payment", amount: 5 }];
  const { auth_req_id } = await started(world, payer, {
    resource: ["https://a.example", "https://b.example"],
    authorization_details: JSON.stringify(authorization_details),
  });
  const asked = await newestFor(world);
  assert.deepEqual(asked.requested_authorization_details, authorization_details);
  const { challenge: backchannel_challenge } = asked;
  const more = { grant_authorization_details: [{ type: "payment", amount: 6 }] };
  const body = { subject: "alice", grant_scope: ["openid"], ...more };
  const refused = await latchkey.call("acceptBackchannelRequest", { backchannel_challenge, body });
  assertRefused(refused, 400, "invalid_authorization_details");
  await acceptNewest(world, {
    grant_access_token_audience: ["https://a.example", "https://b.example"],
    grant_authorization_details: authorization_details,
  });
  assertRefused(
    await poll(world, payer, auth_req_id, ["https://c.example"]),
    400,
    "invalid_target",
  );
  const reply = await poll(world, payer, auth_req_id, ["https://a.example"]);
  assert.ok(reply.ok);
  const introspection = await latchkey.introspectOAuth2Token({ token: reply.body.access_token });
  assert.ok(introspection.active);
  assert.deepEqual(introspection.aud, ["https://a.example"]);
});

test("claims are requested one by one, and an old login is not enough where the client says so", async () => {
  const claims = { id_token: { email: { essential: true } } };
  await started(world, bank, { max_age: "60", claims: JSON.stringify(claims) });
  const { challenge: backchannel_challenge, oidc_context } = await newestFor(world);
  assert.deepEqual(oidc_context.claims, claims);
  const accept = (auth_time: number) =>
    latchkey.call("acceptBackchannelRequest", {
      backchannel_challenge,
      body: { subject: "alice", grant_scope: ["openid"], auth_time },
    });
  assertRefused(await accept(clock.now - 61), 400, "unmet_authentication_requirements");
  assert.equal((await accept(clock.now - 60)).status, 204);
  assertRefusedPlainly(await ask(world, bank, { max_age: "soon" }), 400, "invalid_request");
  assertRefusedPlainly(await ask(world, bank, { claims: "[" }), 400, "invalid_request");
});

test("an authentication level that the client requires must be met", async () => {
  const strict = await registerBank(latchkey, { client_id: "strict", acr_values_required: true });
  await started(world, strict, { acr_values: "gold" });
  const { challenge: backchannel_challenge, oidc_context } = await newestFor(world);
  assert.deepEqual(oidc_context.required_acr_values, ["gold"]);
  const body = { subject: "alice", grant_scope: ["openid"] };
  const accept = (acr: string) =>
    latchkey.call("acceptBackchannelRequest", { backchannel_challenge, body: { ...body, acr } });
  assertRefused(await accept("silver"), 400, "unmet_authentication_requirements");
  assert.equal((await accept("gold")).status, 204);
});

test("a client that is deleted while its user is asked gets nothing", async () => {
  const gone = await registerBank(latchkey, { client_id: "gone" });
  const { auth_req_id } = await started(world, gone);
  const { challenge: backchannel_challenge } = await newestFor(world);
  await latchkey.deleteOAuth2Client({ id: "gone" });
  assertRefused(
    await latchkey.call("getBackchannelRequest", { backchannel_challenge }),
    404,
    "not_found",
  );
  const again = await registerBank(latchkey, { client_id: "gone" });
  assert.equal(await errorOf(world, again, auth_req_id), "invalid_grant");
});

/** Descriptions of clients that are refused, and what the error mentions. */
const descriptions: [string, object, RegExp][] = [
  ["push", { backchannel_token_delivery_mode: "push" }, /not supported\. Use one of: poll, ping/],
  [
    "ping without an endpoint",
    { backchannel_token_delivery_mode: "ping" },
    /notification_endpoint/,
  ],
  ["a public client", { token_endpoint_auth_method: "none" }, /must authenticate/],
  [
    "an endpoint without TLS in a private network",
    { backchannel_client_notification_endpoint: "http://10.0.0.5/ping" },
    /outbound\.allow/,
  ],
];

for (const [what, description, message] of descriptions) {
  test(`no client: ${what}`, async () => {
    const body = { client_id: "refused", grant_types: [CIBA], ...description };
    const reply = await latchkey.call("createOAuth2Client", { body });
    assert.match(assertRefused(reply, 400, "invalid_client_metadata"), message);
  });
}

test("discovery advertises it where users can be asked", async () => {
  const found = await latchkey.discoverOpenIDConfiguration();
  assert.equal(
    found.backchannel_authentication_endpoint,
    "http://127.0.0.1:4444/oauth2/bc-authorize",
  );
  assert.deepEqual(found.backchannel_token_delivery_modes_supported, ["poll", "ping"]);
  assert.equal(found.backchannel_user_code_parameter_supported, false);
  assert.ok(found.grant_types_supported?.includes(CIBA));

  const without = await startTestServer({ "urls.login": "https://login.example/login" });
  const others = await without.latchkey.discoverOpenIDConfiguration();
  assert.equal(others.backchannel_authentication_endpoint, undefined);
  assert.equal(others.backchannel_token_delivery_modes_supported, undefined);
  assert.ok(!others.grant_types_supported?.includes(CIBA));
  const refused = await ask(without, await registerBank(without.latchkey));
  assert.match(
    assertRefusedPlainly(refused, 400, "unauthorized_client"),
    /urls\.backchannel_authentication/,
  );
});
