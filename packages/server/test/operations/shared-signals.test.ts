import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deliveryMethods, type OAuth2ClientInput, signalEvents, streamEvents } from "@latchkey/api";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { verificationNotice } from "../../src/features/signals/notices.ts";
import { MAX_PENDING } from "../../src/features/signals/rules/stream.ts";
import { newDelivery } from "../../src/features/signals/store/delivery-table.ts";
import { maintain } from "../../src/features/signals/upkeep.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { type FlowOptions, signIn } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { signalsOf } from "../support/signals.ts";
import { tokenOf } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer();
const { latchkey, clock, server, lines } = world;
const ISSUER = "http://127.0.0.1:4444";
const every = Object.values(signalEvents);
let made = 0;

/** A client that signs users in, and may have a stream. */
async function newClient(description: OAuth2ClientInput = {}) {
  made += 1;
  const app = await registerApp(latchkey, {
    client_id: `photos-${made}`,
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    scope: "openid offline profile email ssf.manage ssf.read",
    ...description,
  });
  const machine = { authorization: app.authorization ?? "" };
  const authorize = async (scope = "ssf.manage") => ({
    authorization: `Bearer ${await tokenOf(latchkey, machine, { scope })}`,
  });
  return { app, machine, authorize, as: await authorize() };
}

/** A client with a stream that it polls, unless the stream says otherwise. */
async function newStream(stream: object = {}, description: OAuth2ClientInput = {}) {
  const client = await newClient(description);
  const body = { events_requested: every, ...stream };
  const created = await latchkey.createSsfStream({ body }, client.as);
  const { stream_id } = created;
  const poll = async (changes: object = {}) => {
    const asked = { stream_id, body: { returnImmediately: true, ...changes } };
    const { sets, moreAvailable } = await latchkey.pollSsfStream(asked, client.as);
    const events = await Promise.all(
      Object.values(sets).map((set) => verify(set, client.app.client_id)),
    );
    return { jtis: Object.keys(sets), events, moreAvailable };
  };
  return { ...client, stream_id, created, poll };
}

/** Verifies a security event token as a receiver does: its single event, and the other claims. */
async function verify(token: string, audience: string) {
  const jwks = createLocalJWKSet(await latchkey.wellKnown());
  const { payload } = await jwtVerify(token, jwks, {
    issuer: ISSUER,
    audience,
    typ: "secevent+jwt",
    algorithms: ["RS256"],
    currentDate: new Date(clock.now * 1000),
  });
  const { events, ...claims } = payload;
  assert.deepEqual(Object.keys(claims).toSorted(), ["aud", "iat", "iss", "jti", "sub_id", "txn"]);
  const [[type, event] = []] = Object.entries(events ?? {});
  return { type, event, sub_id: claims["sub_id"], jti: claims.jti, txn: claims["txn"] };
}

async function newAccount() {
  made += 1;
  const username = `alice-${made}`;
  const claims = { name: "Alice", email: `${username}@wonderland.example`, email_verified: true };
  const body = { username, password: "a long password", claims };
  const { subject } = await latchkey.createAccount({ body });
  return { username, subject, email: claims.email };
}

/** The user grants the client tokens; the session is remembered. */
async function grant(
  app: Awaited<ReturnType<typeof newClient>>["app"],
  subject: string,
  options: FlowOptions = {},
) {
  const params = { scope: "openid offline profile email" };
  const login = { subject, remember: true, ...options.login };
  return signIn(world, app, { params, ...options, login });
}

it("the transmitter is discovered, also where the issuer has a path", async () => {
  assert.deepEqual(await latchkey.discoverSsf(), {
    spec_version: "1_0",
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    delivery_methods_supported: ["urn:ietf:rfc:8935", "urn:ietf:rfc:8936"],
    configuration_endpoint: `${ISSUER}/ssf/streams`,
    status_endpoint: `${ISSUER}/ssf/status`,
    add_subject_endpoint: `${ISSUER}/ssf/subjects/add`,
    remove_subject_endpoint: `${ISSUER}/ssf/subjects/remove`,
    verification_endpoint: `${ISSUER}/ssf/verify`,
    authorization_schemes: [{ spec_urn: "urn:ietf:rfc:6749" }],
    default_subjects: "ALL",
  });
  const other = await startTestServer({ "urls.self.issuer": "https://id.example/tenant" });
  const response = await other.fetch("http://public.test/.well-known/ssf-configuration/tenant");
  const { configuration_endpoint } = await response.json();
  assert.equal(configuration_endpoint, "https://id.example/tenant/ssf/streams");
});

it("without the setting signals.streams there is no transmitter", async () => {
  const other = await startTestServer({ "signals.streams": false });
  const response = await other.fetch("http://public.test/.well-known/ssf-configuration");
  assert.equal(response.status, 404);
  assert.deepEqual(await other.latchkey.listEventReceivers(), []);
});

describe("a receiver manages its stream", () => {
  it("creates, reads, changes, replaces and deletes it", async () => {
    const { app, as } = await newClient();
    assert.deepEqual(await latchkey.getSsfStream({}, as), []);
    const wanted = [signalEvents.session_revoked, "https://events.example/unknown"];
    const created = await latchkey.createSsfStream(
      { body: { events_requested: wanted, description: "Sessions" } },
      as,
    );
    const { stream_id } = created;
    const expected = {
      stream_id,
      iss: ISSUER,
      aud: app.client_id,
      delivery: { method: deliveryMethods.poll, endpoint_url: `${ISSUER}/ssf/poll/${stream_id}` },
      events_supported: every,
      events_requested: wanted,
      events_delivered: [signalEvents.session_revoked],
      min_verification_interval: 30,
      inactivity_timeout: 2_592_000,
      description: "Sessions",
    };
    assert.deepEqual(created, expected);
    assert.deepEqual(await latchkey.getSsfStream({ stream_id }, as), expected);
    assert.deepEqual(await latchkey.getSsfStream({}, as), [expected]);

    const changed = await latchkey.updateSsfStream(
      { body: { ...expected, description: "All" } },
      as,
    );
    assert.deepEqual(changed, { ...expected, description: "All" });
    const { description: _, ...bare } = expected;
    const replaced = await latchkey.replaceSsfStream({ body: { stream_id } }, as);
    assert.deepEqual(replaced, { ...bare, events_requested: [], events_delivered: [] });
    await latchkey.deleteSsfStream({ stream_id }, as);
    assertRefused(await latchkey.call("getSsfStream", { stream_id }, as), 404, "not_found");
  });

  it("and is refused what the specification says", async () => {
    const { as, authorize, created, stream_id } = await newStream();
    const other = await newStream();
    const second = await latchkey.call("createSsfStream", { body: {} }, as);
    assertRefused(second, 409, "conflict");
    const reader = await authorize("ssf.read");
    assertRefused(
      await latchkey.call("deleteSsfStream", { stream_id }, reader),
      403,
      "insufficient_scope",
    );
    assert.ok((await latchkey.call("getSsfStatus", { stream_id }, reader)).ok);
    assertRefused(await latchkey.call("getSsfStream", {}), 401, "request_unauthorized");
    const wrong = { authorization: "Bearer wrong" };
    assertRefused(
      await latchkey.call("createSsfStream", { body: {} }, wrong),
      401,
      "invalid_token",
    );
    for (const supplied of [
      { iss: "https://other.example" },
      { delivery: { method: deliveryMethods.poll, endpoint_url: "https://other.example/poll" } },
    ])
      for (const operation of ["updateSsfStream", "replaceSsfStream"] as const)
        assertRefused(
          await latchkey.call(operation, { body: { stream_id, ...supplied } }, as),
          400,
          "invalid_request",
        );
    for (const url of [
      "https://10.0.0.1/",
      "http://receiver.example/",
      "https://a:b@receiver.example/",
    ]) {
      const delivery = { method: deliveryMethods.push, endpoint_url: url };
      const refused = await latchkey.call("updateSsfStream", { body: { stream_id, delivery } }, as);
      assertRefused(refused, 400, "invalid_request");
    }
    const broken = await world.fetch("http://public.test/ssf/streams", {
      method: "POST",
      headers: { ...as, "content-type": "application/json" },
      body: ";{ broken",
    });
    assert.equal(broken.status, 400);
    // The stream of another client is unknown.
    for (const [operation, input] of [
      ["getSsfStream", { stream_id }],
      ["deleteSsfStream", { stream_id }],
      ["getSsfStatus", { stream_id }],
      ["pollSsfStream", { stream_id, body: {} }],
      ["updateSsfStream", { body: { stream_id } }],
      ["setSsfStatus", { body: { stream_id, status: "disabled" } }],
      ["verifySsfStream", { body: { stream_id } }],
      ["addSsfSubject", { body: { stream_id, subject: { format: "email", email: "a@b.c" } } }],
    ] as const)
      assertRefused(await latchkey.call(operation, input, other.as), 404, "not_found");
    assert.deepEqual(await latchkey.getSsfStream({ stream_id }, as), created);
  });

  it("and not with the token of a user", async () => {
    const { app } = await newClient();
    const { access_token } = await grant(app, "alice", {
      params: { scope: "openid ssf.manage" },
    });
    const asUser = { authorization: `Bearer ${access_token}` };
    const refused = await latchkey.call("createSsfStream", { body: {} }, asUser);
    assertRefused(refused, 403, "insufficient_scope");
  });
});

it("a stream is verified with the state of the receiver, and not too often", async () => {
  const { as, stream_id, poll } = await newStream();
  await latchkey.verifySsfStream({ body: { stream_id, state: "unguessed" } }, as);
  const { events, jtis } = await poll();
  assert.deepEqual(
    events.map(({ type, event, sub_id }) => ({ type, event, sub_id })),
    [
      {
        type: streamEvents.verification,
        event: { state: "unguessed" },
        sub_id: { format: "opaque", id: stream_id },
      },
    ],
  );
  const again = await latchkey.call("verifySsfStream", { body: { stream_id } }, as);
  assertRefused(again, 429, "too_many_requests");
  assert.equal(again.headers.get("retry-after"), "30");
  clock.now += 30;
  await latchkey.verifySsfStream({ body: { stream_id } }, as);
  assert.deepEqual((await poll({ ack: jtis })).events[0]?.event, {});
});

describe("a stream carries", () => {
  it("the end of a session, to the clients of that session alone", async () => {
    const [hers, other] = [await newStream(), await newStream()];
    const { subject } = await newAccount();
    const browser = openBrowser(world);
    const { id_token = "" } = await grant(hers.app, subject, { browser });
    await latchkey.revokeAuthenticationSession({ subject });
    const [event] = (await hers.poll()).events;
    const sid = decodeJwt(id_token)["sid"];
    assert.deepEqual(
      [event?.type, event?.event, event?.sub_id],
      [
        signalEvents.session_revoked,
        {
          event_timestamp: clock.now,
          initiating_entity: "admin",
          reason_admin: { en: "An administrator ended the session." },
        },
        {
          format: "complex",
          session: { format: "opaque", id: sid },
          user: { format: "iss_sub", iss: ISSUER, sub: subject },
        },
      ],
    );
    assert.deepEqual((await other.poll()).events, []);
  });

  it("what happens to an account, to the clients that know its user", async () => {
    const [hers, other] = [await newStream(), await newStream()];
    const { subject, username, email } = await newAccount();
    await grant(hers.app, subject);
    const change = (body: object) => latchkey.updateAccount({ username, body });
    await change({
      claims: { name: "Alice L.", email: "queen@wonderland.example", email_verified: true },
    });
    await change({ password: "a longer password" });
    await change({ state: "must_change_password" });
    await change({ state: "disabled" });
    await change({ state: "active" });
    await latchkey.deleteAccount({ username });
    const user = { format: "iss_sub", iss: ISSUER, sub: subject };
    const caep = (action: string) => ({
      event_timestamp: clock.now,
      initiating_entity: "admin",
      reason_admin: { en: `An administrator ${action}.` },
    });
    const { events } = await hers.poll();
    const seen = events.map(({ type, event, sub_id }) => ({ type, event, sub_id }));
    assert.deepEqual(
      seen.filter(({ type }) => type !== signalEvents.session_revoked),
      [
        {
          type: signalEvents.token_claims_change,
          event: {
            ...caep("changed claims of the account"),
            claims: { name: "Alice L.", email: "queen@wonderland.example" },
          },
          sub_id: user,
        },
        {
          type: signalEvents.identifier_changed,
          event: { "new-value": "queen@wonderland.example" },
          sub_id: { format: "email", email },
        },
        { type: signalEvents.recovery_information_changed, event: {}, sub_id: user },
        {
          type: signalEvents.credential_change,
          event: {
            ...caep("changed a credential"),
            credential_type: "password",
            change_type: "update",
          },
          sub_id: user,
        },
        { type: signalEvents.credential_change_required, event: {}, sub_id: user },
        { type: signalEvents.account_disabled, event: {}, sub_id: user },
        { type: signalEvents.account_enabled, event: {}, sub_id: user },
        { type: signalEvents.account_disabled, event: {}, sub_id: user },
        { type: signalEvents.account_purged, event: {}, sub_id: user },
      ],
    );
    assert.deepEqual((await other.poll()).events, []);
  });

  it("claims and addresses only to clients that were granted them", async () => {
    const { app, poll } = await newStream();
    const { subject, username } = await newAccount();
    await grant(app, subject, { params: { scope: "openid" } });
    const claims = { name: "Alice L.", email: "rabbit@wonderland.example", email_verified: true };
    await latchkey.updateAccount({ username, body: { claims } });
    assert.deepEqual(
      (await poll()).events.map(({ type, event }) => ({ type, event })),
      [{ type: signalEvents.recovery_information_changed, event: {} }],
    );
  });

  it("the sub that the client knows the user by", async () => {
    const settings = {
      "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
      "oidc.subject_identifiers.pairwise.salt": "a salt of some length",
    };
    const pairwise = await startTestServer(settings);
    const app = await registerApp(pairwise.latchkey, {
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      scope: "openid offline ssf.manage",
      subject_type: "pairwise",
    });
    const token = await tokenOf(
      pairwise.latchkey,
      { authorization: app.authorization ?? "" },
      { scope: "ssf.manage" },
    );
    const as = { authorization: `Bearer ${token}` };
    const body = { events_requested: [signalEvents.account_disabled] };
    const { stream_id } = await pairwise.latchkey.createSsfStream({ body }, as);
    const account = { username: "alice", password: "a long password" };
    const { subject } = await pairwise.latchkey.createAccount({ body: account });
    for (const login of [{ subject }, { subject, remember: true }]) {
      const { id_token = "" } = await signIn(pairwise, app, { login });
      const { sub } = decodeJwt(id_token);
      await pairwise.latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
      await pairwise.latchkey.updateAccount({ username: "alice", body: { state: "active" } });
      pairwise.clock.now += 2; // What ended covers the second in which it did.
      const { sets } = await pairwise.latchkey.pollSsfStream(
        { stream_id, body: { returnImmediately: true } },
        as,
      );
      const [jti = "", set = ""] = Object.entries(sets)[0] ?? [];
      assert.deepEqual(decodeJwt(set)["sub_id"], { format: "iss_sub", iss: ISSUER, sub });
      assert.notEqual(sub, subject);
      await pairwise.latchkey.pollSsfStream({ stream_id, body: { maxEvents: 0, ack: [jti] } }, as);
    }
  });

  it("nothing about subjects that the receiver removed, until it adds them again", async () => {
    const { app, as, stream_id, poll } = await newStream();
    const { subject, username } = await newAccount();
    await grant(app, subject);
    const named = { format: "iss_sub", iss: ISSUER, sub: subject };
    const complex = { format: "complex", user: named };
    await latchkey.removeSsfSubject({ body: { stream_id, subject: complex } }, as);
    await latchkey.updateAccount({ username, body: { state: "disabled" } });
    assert.deepEqual((await poll()).events, []);
    await latchkey.addSsfSubject({ body: { stream_id, subject: named } }, as);
    await latchkey.updateAccount({ username, body: { state: "active" } });
    assert.deepEqual(
      (await poll()).events.map(({ type }) => type),
      [signalEvents.account_enabled],
    );
    for (const unknown of [
      { format: "phone_number", phone_number: "+12065550100" },
      { format: "complex", user: named, session: { format: "opaque", id: "one-session" } },
      { format: "complex", session: { format: "opaque", id: "one-session" } },
    ])
      for (const operation of ["addSsfSubject", "removeSsfSubject"] as const)
        assertRefused(
          await latchkey.call(operation, { body: { stream_id, subject: unknown } }, as),
          400,
          "invalid_request",
        );
    const email = { format: "email", email: "unknown@wonderland.example" };
    await latchkey.removeSsfSubject({ body: { stream_id, subject: email } }, as);
  });
});

describe("a receiver that polls", () => {
  it("gets an event until it acknowledges or refuses it", async () => {
    const { app, poll, stream_id } = await newStream();
    const { subject, username } = await newAccount();
    await grant(app, subject);
    for (const state of ["disabled", "active", "disabled", "active"] as const)
      await latchkey.updateAccount({ username, body: { state } });
    const isOfAccount = ({ type = "" }) => type.includes("account-");
    const first = await poll({ maxEvents: 2 });
    assert.equal(first.moreAvailable, true);
    assert.equal(first.jtis.length, 2);
    const again = await poll({ maxEvents: 2 });
    assert.deepEqual(again.jtis, first.jtis, "the oldest come first, with the same jti");
    assert.deepEqual(
      again.events.map(({ txn }) => txn),
      first.events.map(({ txn }) => txn),
    );
    assert.deepEqual(await poll({ maxEvents: 0, ack: [first.jtis[0]] }), {
      jtis: [],
      events: [],
      moreAvailable: true,
    });
    const setErrs = { [first.jtis[1] ?? ""]: { err: "invalid_audience", description: "<b>" } };
    const rest = await poll({ setErrs });
    assert.equal(rest.moreAvailable, undefined);
    assert.equal(
      rest.jtis.some((jti) => first.jtis.includes(jti)),
      false,
    );
    assert.deepEqual((await poll({ ack: [...rest.jtis, "unknown"] })).events, []);
    const log = await latchkey.listEventDeliveries({ id: stream_id });
    const outcomes = log.map(({ status, outcome }) => `${status}: ${outcome}`);
    assert.ok(outcomes.includes("failed: It was refused: invalid_audience."));
    assert.ok(outcomes.includes("delivered: It was acknowledged."));
    assert.ok(rest.events.some(isOfAccount));
  });

  it("cannot acknowledge the events of another stream", async () => {
    const [hers, other] = [await newStream(), await newStream()];
    const { subject, username } = await newAccount();
    await grant(hers.app, subject);
    await latchkey.updateAccount({ username, body: { password: "a longer password" } });
    const { jtis } = await hers.poll();
    assert.ok(jtis.length > 0);
    await other.poll({ ack: jtis });
    assert.deepEqual((await hers.poll()).jtis, jtis);
  });

  it("waits for an event", async () => {
    const { app, as, stream_id } = await newStream();
    const { subject, username } = await newAccount();
    await grant(app, subject);
    const polled = latchkey.pollSsfStream({ stream_id, body: {} }, as);
    await latchkey.updateAccount({ username, body: { state: "must_change_password" } });
    server.context.deliveries_due.notify();
    assert.equal(Object.keys((await polled).sets).length, 1);
  });

  it("waits in two requests at most, so that it leaves room for others", async () => {
    const { app, as, stream_id } = await newStream();
    const { subject, username } = await newAccount();
    await grant(app, subject);
    const polls = [1, 2, 3].map(async () => {
      const { sets } = await latchkey.pollSsfStream({ stream_id, body: {} }, as);
      return Object.keys(sets).length;
    });
    assert.equal(await Promise.race(polls), 0);
    await latchkey.updateAccount({ username, body: { state: "must_change_password" } });
    server.context.deliveries_due.notify();
    const counts = await Promise.all(polls);
    assert.deepEqual(
      counts.toSorted((one, other) => one - other),
      [0, 1, 1],
    );
  });
});

describe("a receiver that is pushed to", () => {
  async function pushed(statuses: number[] = [], err = "invalid_key") {
    const receiver = await startReceiver(() => ({
      status: statuses.shift() ?? 202,
      body: JSON.stringify({ err, description: "<script>" }),
    }));
    const delivery = {
      method: deliveryMethods.push,
      endpoint_url: `${receiver.url}/events`,
      authorization_header: "Bearer unspoken-header",
    };
    const stream = await newStream({ delivery });
    const next = async () => {
      server.context.deliveries_due.notify();
      const request = await receiver.next();
      return { request, ...(await verify(request.body, stream.app.client_id)) };
    };
    return { ...stream, receiver, next };
  }

  it("gets each event as a security event token with its Authorization header", async () => {
    const { as, created, next, stream_id } = await pushed();
    assert.equal("authorization_header" in created.delivery, false);
    await latchkey.verifySsfStream({ body: { stream_id, state: "s" } }, as);
    const { request, type } = await next();
    assert.deepEqual(
      [request.method, request.path, request.content_type, request.headers.accept],
      ["POST", "/events", "application/secevent+jwt", "application/json"],
    );
    assert.equal(request.headers.authorization, "Bearer unspoken-header");
    assert.equal(type, streamEvents.verification);
    assert.equal(
      lines.some((line) => line.includes("unspoken-header")),
      false,
    );
    assert.doesNotMatch(JSON.stringify(await latchkey.listEventStreams()), /unspoken/);
  });

  it("gets an event again with the same jti while it is down", async () => {
    const { as, next, stream_id, receiver } = await pushed([503, 400]);
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    const first = await next();
    clock.now += 5;
    const second = await next();
    assert.equal(second.jti, first.jti);
    clock.now += 10;
    assert.equal((await next()).jti, first.jti);
    assert.equal(receiver.count, 3);
  });

  it("gets an event no more that it refused for good", async () => {
    const { as, next, stream_id, receiver } = await pushed([400], "invalid_audience");
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    const { jti } = await next();
    await server.settled();
    const [refused] = await latchkey.listEventDeliveries({ id: stream_id });
    assert.deepEqual(
      [refused?.status, refused?.outcome, refused?.next_attempt_at],
      ["failed", "It responded 400: invalid_audience.", null],
    );
    clock.now += 60;
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    assert.notEqual((await next()).jti, jti);
    assert.equal(receiver.count, 2);
  });

  it("keeps its Authorization header when it sends back what it read, as long as the URL is the same", async () => {
    const { as, created, next, stream_id } = await pushed();
    const headerOfNext = async () => {
      clock.now += 30;
      await latchkey.verifySsfStream({ body: { stream_id } }, as);
      return (await next()).request.headers.authorization;
    };
    const { delivery } = created;
    await latchkey.updateSsfStream({ body: { stream_id, delivery } }, as);
    await latchkey.updateSsfStream({ body: { stream_id, description: "All" } }, as);
    assert.equal(await headerOfNext(), "Bearer unspoken-header");
    const moved = { ...delivery, endpoint_url: `${delivery.endpoint_url}/moved` };
    await latchkey.updateSsfStream({ body: { stream_id, delivery: moved } }, as);
    assert.equal(await headerOfNext(), undefined);
  });

  it("loses its Authorization header when it replaces the stream without it", async () => {
    const { as, created, next, stream_id } = await pushed();
    const { delivery } = created;
    await latchkey.replaceSsfStream({ body: { stream_id, delivery } }, as);
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    assert.equal((await next()).request.headers.authorization, undefined);
  });

  it("gets the events of a user in their order, also of those that it did not accept at once", async () => {
    const { app, as, next, stream_id, receiver } = await pushed([503, 503]);
    const [alice, bob] = [await newAccount(), await newAccount()];
    for (const { subject } of [alice, bob])
      await grant(app, subject, { login: { remember: false } });
    const set = (status: "enabled" | "paused") =>
      latchkey.setSsfStatus({ body: { stream_id, status } }, as);
    const change = (username: string, state: "active" | "disabled") =>
      latchkey.updateAccount({ username, body: { state } });
    await set("paused");
    await change(alice.username, "disabled");
    await change(alice.username, "active");
    await change(bob.username, "disabled");
    await set("enabled");
    const seen: unknown[] = [];
    const see = async () => {
      const { sub_id, type = "" } = await next();
      const isOfAlice = JSON.stringify(sub_id).includes(alice.subject);
      seen.push([isOfAlice ? "alice" : "bob", type.replace(/.*\//, "")]);
    };
    await see();
    await see();
    await server.settled();
    assert.equal(receiver.count, 2, "what follows waits for what was not accepted");
    clock.now += 5;
    for (let count = 0; count < 3; count += 1) await see();
    const of = (name: string) => seen.filter((one) => Array.isArray(one) && one[0] === name);
    assert.deepEqual(of("alice"), [
      ["alice", "account-disabled"],
      ["alice", "account-disabled"],
      ["alice", "account-enabled"],
    ]);
    assert.deepEqual(of("bob"), [
      ["bob", "account-disabled"],
      ["bob", "account-disabled"],
    ]);
  });

  it("learns at once that an account is disabled, although it refuses another event of the user", async () => {
    const { app, next, stream_id } = await pushed([500, 202, 500]);
    const { subject, username } = await newAccount();
    await grant(app, subject, { login: { remember: false } });
    const change = (body: object) => latchkey.updateAccount({ username, body });
    await change({ state: "must_change_password" });
    assert.equal((await next()).type, signalEvents.credential_change_required);
    await change({ state: "active" });
    await change({ state: "disabled" });
    assert.equal((await next()).type, signalEvents.account_disabled);
    await server.settled();
    const [stream] = (await latchkey.listEventStreams({ limit: 500 })).filter(
      ({ id }) => id === stream_id,
    );
    assert.partialDeepStrictEqual(stream?.oldest_pending, {
      kind: signalEvents.credential_change_required,
      outcome: "It responded 500.",
      attempts: 1,
    });
  });

  it("does not learn afterwards that the account was enabled before", async () => {
    const { app, next, stream_id, receiver } = await pushed([500]);
    const { subject, username } = await newAccount();
    await grant(app, subject, { login: { remember: false } });
    const change = (body: object) => latchkey.updateAccount({ username, body });
    await change({ state: "disabled" });
    assert.equal((await next()).type, signalEvents.account_disabled);
    await change({ state: "active" });
    await change({ state: "disabled" });
    assert.equal((await next()).type, signalEvents.account_disabled);
    clock.now += 5;
    server.context.deliveries_due.notify();
    assert.equal((await next()).type, signalEvents.account_disabled);
    await server.settled();
    assert.equal(receiver.count, 3);
    const deliveries = await latchkey.listEventDeliveries({ id: stream_id });
    assert.deepEqual(
      deliveries.map(({ kind, status, outcome }) => [kind.replace(/.*\//, ""), status, outcome]),
      [
        ["account-disabled", "delivered", "It responded 202."],
        ["account-enabled", "failed", "It was not sent: the account was disabled afterwards."],
        ["account-disabled", "delivered", "It responded 202."],
      ],
    );
  });

  it("gets the later events of a user when an operator skips the one that it refuses, or sends it again", async () => {
    const { app, next, stream_id: id, receiver } = await pushed([500, 500, 202]);
    const { subject, username } = await newAccount();
    await grant(app, subject, { login: { remember: false } });
    const change = (body: object) => latchkey.updateAccount({ username, body });
    await change({ state: "must_change_password" });
    await next();
    await change({ password: "another correct horse" });
    await server.settled();
    assert.equal(receiver.count, 1);
    const [, first] = await latchkey.listEventDeliveries({ id });
    assert.ok(first);
    await latchkey.resendEvent({ id, delivery: first.id });
    assert.equal((await next()).type, signalEvents.credential_change_required);
    await server.settled();
    const skipped = await latchkey.skipEvent({ id, delivery: first.id });
    assert.partialDeepStrictEqual(skipped, {
      id: first.id,
      status: "failed",
      outcome: "It was skipped by an operator.",
      next_attempt_at: null,
    });
    assert.equal((await next()).type, signalEvents.credential_change);
    const again = await latchkey.call("skipEvent", { id, delivery: first.id });
    assertRefused(again, 409, "conflict");
    const unknown = "AAAAAAAAAAAAAAAAAAAAAA";
    assertRefused(await latchkey.call("skipEvent", { id, delivery: unknown }), 404, "not_found");
  });

  it("gets what happened while its stream was paused, and not while it was disabled", async () => {
    const { app, as, next, stream_id, receiver } = await pushed();
    const { subject, username } = await newAccount();
    await grant(app, subject);
    const change = (body: object) => latchkey.updateAccount({ username, body });
    const set = (status: "enabled" | "paused" | "disabled") =>
      latchkey.setSsfStatus({ body: { stream_id, status, reason: "for a test" } }, as);
    assert.deepEqual(await set("paused"), { stream_id, status: "paused", reason: "for a test" });
    await change({ state: "must_change_password" });
    await latchkey.verifySsfStream({ body: { stream_id } }, as);
    assert.equal((await next()).type, streamEvents.verification);
    await set("enabled");
    assert.equal((await next()).type, signalEvents.credential_change_required);
    await set("disabled");
    await change({ state: "disabled" });
    await set("enabled");
    await change({ state: "active" });
    assert.equal((await next()).type, signalEvents.account_enabled);
    assert.equal(receiver.count, 3);
  });

  it("is notified when an operator changes the status of its stream", async () => {
    const { next, stream_id, as } = await pushed();
    const body = { status: "paused", reason: "Under investigation" } as const;
    const paused = await latchkey.setEventStreamStatus({ id: stream_id, body });
    assert.deepEqual([paused.status, paused.reason], ["paused", "Under investigation"]);
    const { type, event } = await next();
    assert.deepEqual([type, event], [streamEvents.stream_updated, body]);
    assert.deepEqual(await latchkey.getSsfStatus({ stream_id }, as), { stream_id, ...body });
    await latchkey.setEventStreamStatus({ id: stream_id, body });
    assert.equal(
      (await latchkey.listEventDeliveries({ id: stream_id })).length,
      1,
      "a status that stays as it was is no event",
    );
    await latchkey.deleteEventStream({ id: stream_id });
    assert.deepEqual(await latchkey.getSsfStream({}, as), []);
  });
});

describe("the server keeps streams in order", () => {
  async function maintainAll() {
    const context = signalsOf(server.context);
    const { items } = await context.signals.receivers.listStreams({ limit: 500, offset: 0 });
    for (const stream of items) await maintain(stream, context);
  }

  it("by a verification event for a push receiver that was silent for a day", async () => {
    const receiver = await startReceiver();
    const delivery = { method: deliveryMethods.push, endpoint_url: receiver.url };
    const { app, authorize, stream_id } = await newStream({ delivery });
    clock.now += 86_400;
    await maintainAll();
    await maintainAll();
    server.context.deliveries_due.notify();
    const { type, event } = await verify((await receiver.next()).body, app.client_id);
    assert.deepEqual([type, event], [streamEvents.verification, {}]);
    assert.equal((await latchkey.listEventDeliveries({ id: stream_id })).length, 1);
    // The receiver did not request that one, so it may request one at once.
    const fresh = await authorize();
    await latchkey.verifySsfStream({ body: { stream_id, state: "asked" } }, fresh);
    server.context.deliveries_due.notify();
    assert.deepEqual((await verify((await receiver.next()).body, app.client_id)).event, {
      state: "asked",
    });
  });

  it("by sending what waits although its stream is enabled", async () => {
    const receiver = await startReceiver(() => ({ status: 202 }));
    const delivery = { method: deliveryMethods.push, endpoint_url: receiver.url };
    const { app, stream_id } = await newStream({ delivery });
    const context = signalsOf(server.context);
    const stream = (await context.signals.receivers.find(stream_id)) ?? assert.fail();
    // Written by a server that read the status before another one enabled the stream.
    await context.signals.deliveries.add({
      ...verificationNotice(stream, "held", context.now_ms()),
      due_at: undefined,
    });
    await maintainAll();
    server.context.deliveries_due.notify();
    const { event } = await verify((await receiver.next()).body, app.client_id);
    assert.deepEqual(event, { state: "held" });
  });

  it("by leaving it alone while its receiver sends requests of any kind", async () => {
    const month = 2_592_000;
    const requests = {
      "reads its stream": (stream_id: string, as: object) =>
        latchkey.getSsfStream({ stream_id }, as),
      "lists its streams": (_: string, as: object) => latchkey.getSsfStream({}, as),
      "changes its stream": (stream_id: string, as: object) =>
        latchkey.updateSsfStream({ body: { stream_id, description: "All" } }, as),
      "reads the status": (stream_id: string, as: object) =>
        latchkey.getSsfStatus({ stream_id }, as),
      "adds a subject": (stream_id: string, as: object) =>
        latchkey.addSsfSubject(
          { body: { stream_id, subject: { format: "email", email: "a@b.example" } } },
          as,
        ),
      polls: (stream_id: string, as: object) =>
        latchkey.pollSsfStream({ stream_id, body: { returnImmediately: true } }, as),
    };
    for (const [title, send] of Object.entries(requests)) {
      const { authorize, stream_id } = await newStream();
      clock.now += month - 60;
      await send(stream_id, await authorize());
      clock.now += month - 60;
      await maintainAll();
      const streams = await latchkey.listEventStreams({ limit: 500 });
      assert.equal(streams.find(({ id }) => id === stream_id)?.status, "enabled", title);
    }
  });

  it("by dropping the events of one that has too many, and saying so", async () => {
    const { authorize, stream_id } = await newStream();
    const { signals } = signalsOf(server.context);
    const event = { receiver_id: stream_id, kind: signalEvents.account_disabled, content: "{}" };
    const add = () =>
      signals.deliveries.add(newDelivery({ ...event, is_sent: false }, clock.now * 1000));
    const present = (await signals.receivers.find(stream_id)) ?? assert.fail();
    for (let count = 0; count < MAX_PENDING; count += 100)
      await Promise.all(Array.from({ length: 100 }, add));
    await maintain(present, signalsOf(server.context));
    const as = await authorize();
    assert.equal((await latchkey.getSsfStatus({ stream_id }, as)).status, "enabled");
    await add();
    await maintain(present, signalsOf(server.context));
    assert.equal((await latchkey.getSsfStatus({ stream_id }, as)).status, "disabled");
    const body = { returnImmediately: true };
    const { sets } = await latchkey.pollSsfStream({ stream_id, body }, as);
    assert.deepEqual(
      Object.values(sets).map((set) => decodeJwt(set)["events"]),
      [
        {
          [streamEvents.stream_updated]: {
            status: "disabled",
            reason: "More than 10000 events were waiting. They were dropped.",
          },
        },
      ],
    );
    assert.equal(await signals.deliveries.countPending(stream_id, 10), 1);
  });

  it("by pausing one whose receiver was not active for a month, until it enables it again", async () => {
    const { authorize, stream_id } = await newStream();
    clock.now += 2_592_060;
    await maintainAll();
    const as = await authorize();
    const statusNow = async () =>
      (await latchkey.listEventStreams({ limit: 500 })).find(({ id }) => id === stream_id)?.status;
    assert.equal(await statusNow(), "paused");
    await latchkey.setSsfStatus({ body: { stream_id, status: "enabled" } }, as);
    await maintainAll();
    assert.equal(await statusNow(), "enabled");
    const { sets } = await latchkey.pollSsfStream(
      { stream_id, body: { returnImmediately: true } },
      as,
    );
    const [notice = ""] = Object.values(sets);
    assert.deepEqual(decodeJwt(notice)["events"], {
      [streamEvents.stream_updated]: { status: "paused", reason: "The receiver was not active." },
    });
  });

  it("by disabling that of a client that lost the scope", async () => {
    const { app, stream_id } = await newStream();
    const { client_id } = app;
    await latchkey.patchOAuth2Client({
      id: client_id,
      body: [{ op: "replace", path: "/scope", value: "openid" }],
    });
    await maintainAll();
    const streams = await latchkey.listEventStreams({ limit: 500 });
    assert.equal(streams.find(({ id }) => id === stream_id)?.status, "disabled");
  });

  it("and deletes that of a client that is deleted", async () => {
    const { app, stream_id } = await newStream();
    await latchkey.deleteOAuth2Client({ id: app.client_id });
    const streams = await latchkey.listEventStreams({ limit: 500 });
    assert.equal(
      streams.some(({ id }) => id === stream_id),
      false,
    );
  });
});
