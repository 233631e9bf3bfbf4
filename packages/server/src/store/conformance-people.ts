import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import type { Flow } from "../interaction/flow.ts";
import type { LogoutRequest } from "../interaction/logout-request.ts";
import { exampleClient } from "../oauth/example-client.ts";
import type { Grant } from "../oauth/grant.ts";
import type { Database } from "./database.ts";
import { statement } from "./script.ts";
import { createSealer } from "../crypto/sealed.ts";
import { openStore } from "./open.ts";
import type { GrantTraces, LogoutDelivery, Store } from "./store.ts";

const NOW = 1_800_000_000;

/** Two servers on one database. */
interface Ground {
  readonly database: Database;
  readonly store: Store;
  readonly neighbour: Store;
}

/** The promises about flows, grants, sessions, logouts and accounts. */
export function describePeople(ground: () => Ground): void {
  describe("flows", () => {
    it("finds what was begun, every field of it", async () => {
      const { store, neighbour } = ground();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      assert.deepEqual(await neighbour.flows.find(flow.flow_id), plain(flow));
      assert.equal(await store.flows.find(anId()), undefined);
    });

    it("lets one of two steps from the same version win", async () => {
      const { store, neighbour } = ground();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const steps = [
        { ...flow, login: { ...flow.login, state: "waiting" as const, subject: "alice" } },
        { ...flow, login: { ...flow.login, state: "waiting" as const, subject: "bob" } },
      ] as const;
      const won = await Promise.all([
        store.flows.advance(steps[0]),
        neighbour.flows.advance(steps[1]),
      ]);
      assert.equal(won.filter(Boolean).length, 1);
      const found = await store.flows.find(flow.flow_id);
      assert.ok(found);
      assert.deepEqual(plain(found), plain({ ...steps[won[0] ? 0 : 1], version: 1 }));
    });

    it("brings about one grant, however many try", async () => {
      const { store, neighbour } = ground();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const grant = aGrant({ grant_id: flow.flow_id });
      const won = await Promise.all(
        [store, neighbour, store, neighbour].map((server) =>
          server.flows.complete(flow, grant, noTraces),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.grants.find(flow.flow_id), grant);
    });

    it("writes no word of a flow in the clear", async () => {
      const { database, store } = ground();
      await store.flows.begin(aFlow({ request_url: "https://confidential.example" }), NOW + 60);
      const rows = await database.read(() =>
        statement<{ sealed: Uint8Array }>("select sealed from flow")(),
      );
      assert.ok(rows.length > 0);
      for (const { sealed } of rows) assert.ok(!Buffer.from(sealed).includes("confidential"));
    });
  });

  describe("grants", () => {
    it("lets one of fifty rotations win, and the next generation begins once", async () => {
      const { store, neighbour } = ground();
      const grant = await given(store, aGrant());
      const next = { generation_at_ms: NOW * 1000 + 5, client_epoch: 9, expires_at: NOW + 7_200 };
      const won = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? store : neighbour).grants.rotate(grant, next),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.grants.find(grant.grant_id), {
        ...grant,
        ...next,
        generation: 1,
      });
    });

    it("notes until when a race for the code lasted, and who came just after", async () => {
      const { store, neighbour } = ground();
      const grant = await given(store, aGrant());
      await store.grants.settle(grant.grant_id, 6);
      await store.grants.settle(grant.grant_id, 5);
      assert.equal((await store.grants.find(grant.grant_id))?.redeemed_at_ms, 6);
      await Promise.all([store, neighbour].map((server) => server.grants.suspect(grant.grant_id)));
      assert.equal((await store.grants.find(grant.grant_id))?.suspects, 2);
    });

    it("rotates nothing that was revoked, and remembers when it was", async () => {
      const { store } = ground();
      const grant = await given(store, aGrant());
      await store.grants.revoke(grant.grant_id, NOW + 1);
      await store.grants.revoke(grant.grant_id, NOW + 2);
      assert.equal((await store.grants.find(grant.grant_id))?.revoked_at, NOW + 1);
      assert.equal(await store.grants.rotate(grant, { ...grant, generation_at_ms: 1 }), false);
    });

    it("finds a remembered answer for the very client, while it lasts", async () => {
      const { store } = ground();
      const photos = exampleClient({ client_id: anId(), client_key: 5 });
      const { client_id, client_key } = photos;
      const remembered_until = NOW + 100;
      const table: [name: string, grant: Grant, found: boolean][] = [
        ["remembered", aGrant({ client_id, client_key, remembered_until }), true],
        ["no longer remembered", aGrant({ client_id, client_key, remembered_until: NOW }), false],
        ["never to be remembered", aGrant({ client_id, client_key }), false],
        ["of a namesake", aGrant({ client_id, client_key: 6, remembered_until }), false],
        ["of another client", aGrant({ client_key, remembered_until }), false],
        ["skipped", skipped(aGrant({ client_id, client_key, remembered_until })), false],
      ];
      for (const [name, grant, found] of table) {
        const subject = anId();
        await given(store, { ...grant, subject });
        const answer = await store.grants.findRemembered(subject, photos, NOW);
        assert.equal(answer?.grant_id, found ? grant.grant_id : undefined, name);
      }
    });

    it("lists what a person allowed, the newest first, without what was skipped or is over", async () => {
      const { store } = ground();
      const subject = anId();
      const client_id = anId();
      await store.clients.create(exampleClient({ client_id }));
      const { client_key } = (await store.clients.find(client_id)) ?? assert.fail();
      const allow = (grant: Partial<Grant>) =>
        given(store, aGrant({ subject, client_id, client_key, ...grant }));
      const old = await allow({ granted_at: NOW - 30 });
      const recent = await allow({ granted_at: NOW - 20 });
      await allow({ granted_at: NOW - 10, expires_at: NOW });
      await allow({ granted_at: NOW - 9, remembered_until: NOW });
      await allow({ granted_at: NOW - 8, client_key: client_key + 1 });
      await given(store, skipped(aGrant({ subject, client_id, client_key, granted_at: NOW - 5 })));
      const all = await store.grants.listConsents(subject, { limit: 10, offset: 0 }, NOW);
      assert.deepEqual(all, { items: [recent, old], total: 2 });
      const second = await store.grants.listConsents(subject, { limit: 1, offset: 1 }, NOW);
      assert.deepEqual(second, { items: [old], total: 2 });
    });

    it("forgets what a person allowed one client, or everybody", async () => {
      const { store } = ground();
      const subject = anId();
      const [photos, music] = [anId(), anId()];
      const first = await given(store, aGrant({ subject, client_id: photos }));
      await given(store, aGrant({ subject, client_id: photos }));
      await given(store, aGrant({ subject, client_id: music }));
      assert.equal(await store.grants.forgetConsents(subject, photos), 2);
      assert.equal(await store.grants.find(first.grant_id), undefined);
      assert.equal(await store.grants.forgetConsents(subject, undefined), 1);
      assert.equal(await store.grants.forgetConsents(subject, undefined), 0);
    });

    it("lets an older answer go that a new one takes the place of, tokens spared", async () => {
      const { store } = ground();
      const photos = exampleClient({ client_id: anId(), client_key: 5 });
      const { client_id, client_key } = photos;
      const asked = {
        subject: anId(),
        client_id,
        client_key,
        remembered_until: NOW + 10_000,
        expires_at: NOW + 10_000,
      };
      const old = await given(store, aGrant({ ...asked, granted_at: NOW - 20 }));
      const recent = await given(store, aGrant({ ...asked, granted_at: NOW - 10 }));
      const found = await store.grants.find(old.grant_id);
      assert.deepEqual([found?.remembered_until, found?.expires_at], [undefined, NOW + 5_000]);
      assert.equal(
        (await store.grants.findRemembered(asked.subject, photos, NOW))?.grant_id,
        recent.grant_id,
      );
    });

    it("forgets the grants of a client that is gone, a few at a time, and of no other", async () => {
      const { store } = ground();
      const client_id = anId();
      for (let count = 0; count < 3; count += 1) await given(store, aGrant({ client_id }));
      const other = await given(store, aGrant());
      assert.deepEqual(
        [
          await store.grants.forgetClient(client_id, 2),
          await store.grants.forgetClient(client_id, 2),
        ],
        [2, 1],
      );
      assert.ok(await store.grants.find(other.grant_id));
    });

    it("treats what no secret opens any more as forgotten", async () => {
      const { database, store } = ground();
      const grant = await given(store, aGrant());
      const successor = await openStore(database, createSealer(["another secret altogether"]), NOW);
      assert.equal(await successor.grants.find(grant.grant_id), undefined);
      assert.equal(await successor.flows.find(grant.grant_id), undefined);
      assert.ok(await store.grants.find(grant.grant_id));
    });
  });

  describe("login sessions", () => {
    it("remembers a browser until its time is over, and anew", async () => {
      const { store, neighbour } = ground();
      const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      await store.login_sessions.remember(session);
      assert.deepEqual({ ...(await neighbour.login_sessions.find(session.sid, NOW)) }, session);
      assert.equal(await store.login_sessions.find(session.sid, NOW + 10), undefined);
      const again = { ...session, authenticated_at: NOW + 5, expires_at: NOW + 15 };
      await store.login_sessions.remember(again);
      assert.deepEqual({ ...(await store.login_sessions.find(session.sid, NOW + 10)) }, again);
    });

    it("counts the browsers it remembers, as far as it is asked to", async () => {
      const { store, neighbour } = ground();
      const before = await store.login_sessions.count(NOW, 1_000);
      for (const expires_at of [NOW + 10, NOW + 10, NOW]) {
        const session = { sid: anId(), subject: anId(), authenticated_at: NOW, expires_at };
        await store.login_sessions.remember(session);
      }
      assert.equal(await neighbour.login_sessions.count(NOW, 1_000), before + 2);
      assert.equal(await store.login_sessions.count(NOW, 1), 1);
    });

    it("knows which clients were visited in a session, as who, until it ends", async () => {
      const { store } = ground();
      const [sid, photos] = [anId(), anId()];
      await given(store, aGrant({ sid, client_id: photos, client_key: 3 }));
      await given(store, aGrant({ sid, client_id: photos, client_key: 4 }));
      await given(store, aGrant({ sid: anId() }));
      await given(store, aGrant({ sid, client_id: anId() }), {
        ...traces,
        session_expires_at: undefined,
      });
      const visits = (await store.login_sessions.visitsOf(sid)).map((visit) => ({ ...visit }));
      assert.deepEqual(visits, [{ client_id: photos, client_key: 4, id_token_subject: "alice" }]);
      await store.login_sessions.forget(sid);
      assert.equal((await store.login_sessions.visitsOf(sid)).length, 0);
    });

    it("forgets one browser, or all of a person's", async () => {
      const { store } = ground();
      const subject = anId();
      const sids = [anId(), anId(), anId()] as const;
      for (const sid of sids) {
        await store.login_sessions.remember({
          sid,
          subject,
          authenticated_at: NOW,
          expires_at: NOW + 10,
        });
      }
      await store.login_sessions.forget(sids[0]);
      assert.equal(await store.login_sessions.find(sids[0], NOW), undefined);
      assert.ok(await store.login_sessions.find(sids[1], NOW));
      await store.login_sessions.forgetSubject(subject);
      assert.equal(await store.login_sessions.find(sids[1], NOW), undefined);
    });
  });

  describe("logouts", () => {
    it("ends the session and posts the deliveries once, however many try", async () => {
      const { store, neighbour } = ground();
      const request = aLogout();
      await store.logout_requests.begin(request, NOW + 60);
      await store.login_sessions.remember({
        ...request,
        authenticated_at: NOW,
        expires_at: NOW + 10,
      });
      const used: LogoutRequest = { ...request, state: "used" };
      const client_id = anId();
      const won = await Promise.all(
        [store, neighbour].map((server) =>
          server.logout_requests.complete(used, [aDelivery({ client_id })]),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.logout_requests.find(request.logout_id), {
        ...used,
        version: 1,
      });
      assert.equal(await store.login_sessions.find(request.sid, NOW), undefined);
      const taken = await takeAll(store, NOW);
      assert.equal(taken.filter((delivery) => delivery.client_id === client_id).length, 1);
    });

    it("changes its mind until it is used", async () => {
      const { store } = ground();
      const request = aLogout();
      await store.logout_requests.begin(request, NOW + 60);
      assert.equal(await store.logout_requests.advance({ ...request, state: "rejected" }), true);
      assert.equal(await store.logout_requests.advance({ ...request, state: "accepted" }), false);
      assert.equal(
        await store.logout_requests.advance({ ...request, version: 1, state: "accepted" }),
        true,
      );
      assert.equal((await store.logout_requests.find(request.logout_id))?.state, "accepted");
      assert.equal(await store.logout_requests.find(anId()), undefined);
    });

    it("hands a delivery to one server at a time, until it is done or given up", async () => {
      const { store, neighbour } = ground();
      await takeAll(store, NOW);
      const delivery = aDelivery({ due_at: NOW + 1_000, expires_at: NOW + 2_000 });
      await store.logout_requests.begin(aLogout({ logout_id: delivery.delivery_id }), NOW);
      await store.logout_requests.complete(aLogout({ logout_id: delivery.delivery_id }), [
        delivery,
      ]);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 999, NOW + 1_100, 10),
        [],
        "not due",
      );
      const taken = await Promise.all(
        [store, neighbour].map((server) =>
          server.logout_deliveries.take(NOW + 1_000, NOW + 1_100, 10),
        ),
      );
      assert.deepEqual(taken.flat(), [{ ...delivery, attempts: 1, due_at: NOW + 1_100 }]);
      assert.equal(
        (await store.logout_deliveries.take(NOW + 1_100, NOW + 1_200, 10)).length,
        1,
        "its server died",
      );
      await store.logout_deliveries.postpone(delivery.delivery_id, NOW + 1_500);
      assert.deepEqual(await store.logout_deliveries.take(NOW + 1_400, NOW + 1_600, 10), []);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 2_000, NOW + 2_100, 10),
        [],
        "too late",
      );
      await store.logout_deliveries.finish(delivery.delivery_id);
      assert.deepEqual(
        await store.logout_deliveries.take(NOW + 1_500, NOW + 1_600, 10),
        [],
        "done",
      );
    });
  });

  describe("accounts", () => {
    it("keeps one account under one name", async () => {
      const { store } = ground();
      const alice = anAccount();
      assert.equal(await store.accounts.create(alice), true);
      assert.equal(await store.accounts.create({ ...alice, subject: anId() }), false);
      assert.deepEqual(await store.accounts.find(alice.username), alice);
      assert.deepEqual(await store.accounts.findSubject(alice.subject), alice);
      assert.equal(await store.accounts.find(anId()), undefined);
    });

    it("changes a password, lists and deletes", async () => {
      const { store } = ground();
      const alice = anAccount();
      await store.accounts.create(alice);
      assert.equal(await store.accounts.setPassword(alice.username, "argon2id:new"), true);
      assert.equal((await store.accounts.find(alice.username))?.password_hash, "argon2id:new");
      const { items, total } = await store.accounts.list({ limit: 500, offset: 0 });
      assert.ok(
        items.some(({ username }) => username === alice.username) && total === items.length,
      );
      assert.equal(await store.accounts.delete(alice.username), true);
      assert.equal(await store.accounts.delete(alice.username), false);
      assert.equal(await store.accounts.setPassword(alice.username, "argon2id:new"), false);
    });
  });
}

const traces: GrantTraces = { session_expires_at: NOW + 1_000, superseded_expire_at: NOW + 5_000 };
const noTraces: GrantTraces = { ...traces, session_expires_at: undefined };

function anId(): string {
  return randomBytes(16).toString("base64url");
}

function plain(flow: Flow): unknown {
  return { ...(JSON.parse(JSON.stringify(flow)) as Flow) };
}

/** A grant comes about only through a flow. */
async function given(store: Store, grant: Grant, left: GrantTraces = traces): Promise<Grant> {
  const flow = aFlow({ flow_id: grant.grant_id });
  await store.flows.begin(flow, NOW + 60);
  await store.flows.complete(flow, grant, left);
  return grant;
}

async function takeAll(store: Store, now: number): Promise<readonly LogoutDelivery[]> {
  return store.logout_deliveries.take(now, now + 10_000, 1_000);
}

function aFlow(flow: Partial<Flow> = {}): Flow {
  return {
    flow_id: anId(),
    version: 0,
    client_id: "photos",
    client_key: 5,
    requested_at: NOW,
    request: {
      client_id: "photos",
      response_type: ["code"],
      response_mode: "query",
      redirect_uri: "https://photos.example/callback",
      redirect_uri_sent: true,
      scope: ["openid"],
      audience: [],
      prompt: [],
      ui_locales: [],
      acr_values: [],
    },
    request_url: "https://latchkey.example/oauth2/auth?client_id=photos",
    hint: undefined,
    login: { state: "waiting", skip: false, subject: "", sid: anId(), authenticated_at: undefined },
    consent: undefined,
    ...flow,
  };
}

function aGrant(grant: Partial<Grant> = {}): Grant {
  return {
    grant_id: anId(),
    client_id: "photos",
    client_key: 5,
    client_epoch: 7,
    subject: "alice",
    sid: anId(),
    scope: ["openid", "offline"],
    audience: [],
    generation: 0,
    generation_at_ms: NOW * 1000,
    redeemed_at_ms: undefined,
    suspects: 0,
    granted_at: NOW,
    expires_at: NOW + 3_600,
    revoked_at: undefined,
    remembered_until: undefined,
    session: {
      client_epoch: 7,
      code_expires_at: NOW + 600,
      id_token_subject: "alice",
      auth_time: NOW,
      requested_at: NOW,
      access_token: { tier: "gold" },
      id_token: { name: "Alice" },
      consent: {
        skip: false,
        requested_scope: ["openid", "offline"],
        requested_access_token_audience: [],
        oidc_context: {},
        request_url: "https://latchkey.example/oauth2/auth?client_id=photos",
        context: {},
        remember: false,
        remember_for: 0,
        handled_at: NOW,
      },
    },
    ...grant,
  };
}

function skipped(grant: Grant): Grant {
  const { session } = grant;
  return { ...grant, session: { ...session, consent: { ...session.consent, skip: true } } };
}

function aLogout(request: Partial<LogoutRequest> = {}): LogoutRequest {
  return {
    logout_id: anId(),
    version: 0,
    state: "waiting",
    subject: "alice",
    sid: anId(),
    request_url: "/oauth2/sessions/logout",
    rp_initiated: false,
    client_id: "photos",
    post_logout_redirect_uri: "https://photos.example/",
    requested_at: NOW,
    ...request,
  };
}

function aDelivery(delivery: Partial<LogoutDelivery> = {}): LogoutDelivery {
  return {
    delivery_id: anId(),
    client_id: "photos",
    client_key: 5,
    sid: anId(),
    attempts: 0,
    due_at: NOW,
    expires_at: NOW + 3_600,
    ...delivery,
  };
}

function anAccount() {
  const username = anId();
  return {
    username,
    subject: anId(),
    password_hash: "argon2id:old",
    profile: { name: "Alice" },
    created_at: NOW,
  };
}
