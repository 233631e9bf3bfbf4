import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Grant } from "../../../src/oauth/grant.ts";
import { createSealer } from "../../../src/crypto/sealed.ts";
import { subjectKeyOf } from "../../../src/crypto/subject-key.ts";
import { exampleClient } from "../../../src/oauth/example-client.ts";
import { aGrant, anId, given, NOW, skipped, type Servers } from "./example.ts";
import { openStore } from "../../../src/store/open.ts";

/** The contract of grants. */
export function describeGrants(servers: () => Servers): void {
  describe("grants", () => {
    it("lets one of fifty rotations win, and the next generation begins once", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const next = { generation_at_ms: NOW * 1000 + 5, client_epoch: 9, expires_at: NOW + 7_200 };
      const won = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? store : peer).grants.rotate(grant, next),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.grants.find(grant), {
        ...grant,
        ...next,
        generation: 1,
      });
    });

    it("finds a grant by its id and its subject's key, or by its id alone, and by no other key", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const wrong = { ...grant, subject_key: grant.subject_key + 1 };
      for (const server of [store, peer, peer]) {
        assert.equal(await server.grants.find(wrong), undefined);
        assert.equal(server.grants.findCached(wrong), undefined);
        assert.deepEqual(await server.grants.findById(grant.grant_id), grant);
        assert.deepEqual(await server.grants.find(grant), grant);
      }
      await store.grants.revoke(wrong, NOW);
      assert.equal((await peer.grants.find(grant))?.revoked_at, undefined);
    });

    it("finds a context of any JSON, at every server", async () => {
      const { store, peer } = servers();
      for (const context of ["north", 7, false, ["a", "b"], { tenant: "north" }]) {
        const { session, ...rest } = aGrant();
        const consent = { ...session.consent, context };
        const grant = await given(store, { ...rest, session: { ...session, consent } });
        assert.deepEqual(await peer.grants.find(grant), grant);
      }
    });

    it("renews a grant in its generation, and never shortens it", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const later = grant.expires_at + 60;
      const renewed = await Promise.all(
        [store, peer, store, peer].map((server) => server.grants.renew(grant, later)),
      );
      assert.deepEqual(renewed, [true, true, true, true]);
      assert.ok(await peer.grants.renew(grant, later - 10));
      assert.deepEqual(await store.grants.find(grant), { ...grant, expires_at: later });
      assert.deepEqual(await peer.grants.find(grant), { ...grant, expires_at: later });

      assert.equal(await store.grants.renew({ ...grant, generation: 5 }, later), false);
      await peer.grants.revoke(grant, NOW);
      assert.equal(await store.grants.renew(grant, later), false);
    });

    it("confirms a generation while it is the current one, and changes nothing else", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      assert.equal(await peer.grants.confirm(grant), true);
      assert.deepEqual(await store.grants.find(grant), grant);
      assert.equal(await peer.grants.confirm({ ...grant, generation: 1 }), false);
      await store.grants.revoke(grant, NOW);
      assert.equal(await peer.grants.confirm(grant), false);
    });

    it("redeems a code once, and records when", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const next = { generation_at_ms: 3, client_epoch: 9, expires_at: NOW + 7_200 };
      const won = await Promise.all(
        [store, peer, store, peer].map((server, index) =>
          server.grants.redeem(grant, { ...next, redeemed_at_ms: 4 + index }),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      const redeemed_at_ms = 4 + won.indexOf(true);
      assert.deepEqual(await store.grants.find(grant), {
        ...grant,
        ...next,
        redeemed_at_ms,
        generation: 1,
      });
    });

    it("keeps the key that each generation is bound to, on every server", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const next = { generation_at_ms: 3, client_epoch: 7, expires_at: NOW + 7_200 };
      const [key, certificate] = [{ jkt: "a-key" }, { "x5t#S256": "a-certificate" }];
      assert.equal((await peer.grants.find(grant))?.cnf, undefined);
      await store.grants.redeem(grant, { ...next, redeemed_at_ms: 4, cnf: key });
      assert.deepEqual(store.grants.findCached(grant)?.cnf, key);
      const redeemed = (await peer.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(redeemed.cnf, key);
      await peer.grants.rotate(redeemed, { ...next, cnf: certificate });
      const rotated = (await store.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(rotated.cnf, certificate);
      await store.grants.rotate(rotated, next);
      assert.equal((await peer.grants.find(grant))?.cnf, undefined);

      const bound = await given(store, aGrant({ cnf: key }));
      assert.deepEqual((await peer.grants.find(bound))?.cnf, key);
    });

    it("stores the details of each generation, and only of that", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const list = [{ type: "payment", amount: 1, to: 'the "Tea Shop" \\ 茶' }];
      const narrowed_details = { list, until: NOW + 60 };
      const next = { generation_at_ms: 3, client_epoch: 9, expires_at: NOW + 7_200 };
      assert.ok(await store.grants.redeem(grant, { ...next, narrowed_details, redeemed_at_ms: 4 }));
      const first = (await peer.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(first.narrowed_details, narrowed_details);
      const earlier = [{ generation: 1, list, until: NOW + 60 }];
      const fewer = { list: [{ type: "other" }], earlier };
      assert.ok(await peer.grants.rotate(first, { ...next, narrowed_details: fewer }));
      const second = (await store.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(second.narrowed_details, fewer);
      assert.ok(await store.grants.rotate(second, next));
      assert.equal((await peer.grants.find(grant))?.narrowed_details, undefined);
    });

    it("stores the session of a generation where it changed, and every server reads it", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      await peer.grants.find(grant);
      const at = (generation_at_ms: number, session = grant.session) => {
        return { generation_at_ms, client_epoch: 9, expires_at: NOW + 7_200, session };
      };
      const [first, second] = ["first", "second"].map((role) => {
        return { ...grant.session, access_token: { role }, id_token: { role } };
      });
      assert.ok(await store.grants.redeem(grant, { ...at(3, first), redeemed_at_ms: 4 }));
      assert.deepEqual(store.grants.findCached(grant)?.session, first);
      const redeemed = (await peer.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(redeemed.session, first);
      assert.deepEqual((await store.grants.find(grant))?.session, first);

      const won = await Promise.all([
        peer.grants.rotate(redeemed, at(5, second)),
        store.grants.rotate(redeemed, at(6, second)),
      ]);
      assert.equal(won.filter(Boolean).length, 1);
      const rotated = (await store.grants.find(grant)) ?? assert.fail();
      assert.deepEqual(rotated.session, second);
      assert.ok(await store.grants.rotate(rotated, at(7, rotated.session)));
      assert.deepEqual((await peer.grants.find(grant))?.session, second);
    });

    it("caches the last state of a grant, unless it may expire earlier than that", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      const next = { generation_at_ms: 3, client_epoch: 9, expires_at: NOW + 7_200 };
      await store.grants.rotate(grant, next);
      const present = { ...grant, ...next, generation: 1 };
      assert.deepEqual(store.grants.findCached(grant), present);
      assert.equal(peer.grants.findCached(grant), undefined);

      await peer.grants.rotate(present, next);
      assert.deepEqual(store.grants.findCached(grant), present);
      assert.equal(await store.grants.rotate(present, next), false);

      const remembered = await given(store, aGrant({ remembered_until: NOW + 60 }));
      assert.equal(store.grants.findCached(remembered), undefined);
    });

    it("records the grace window of a code, and counts later duplicates", async () => {
      const { store, peer } = servers();
      const grant = await given(store, aGrant());
      await store.grants.settle(grant, 6);
      await store.grants.settle(grant, 5);
      assert.equal((await store.grants.find(grant))?.redeemed_at_ms, 6);
      await Promise.all([store, peer].map((server) => server.grants.suspect(grant)));
      assert.equal((await store.grants.find(grant))?.suspects, 2);
    });

    it("does not rotate a revoked grant, and keeps the time of its revocation", async () => {
      const { store } = servers();
      const grant = await given(store, aGrant());
      await store.grants.revoke(grant, NOW + 1);
      await store.grants.revoke(grant, NOW + 2);
      assert.equal((await store.grants.find(grant))?.revoked_at, NOW + 1);
      assert.equal(await store.grants.rotate(grant, { ...grant, generation_at_ms: 1 }), false);
    });

    it("finds a remembered consent for exactly this client, until it expires", async () => {
      const { store } = servers();
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
        await given(store, { ...grant, subject, subject_key: subjectKeyOf(subject) });
        const answer = await store.grants.findRemembered(subject, photos, NOW);
        assert.equal(answer?.grant_id, found ? grant.grant_id : undefined, name);
      }
    });

    it("lists the consents of a user, the newest first, without skipped or expired ones", async () => {
      const { store } = servers();
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
      const all = await store.grants.listConsents({ subject }, { limit: 10, offset: 0 }, NOW);
      assert.deepEqual(all, { items: [recent, old], total: 2, next: undefined });
      const second = await store.grants.listConsents({ subject }, { limit: 1, offset: 1 }, NOW);
      assert.deepEqual(second, { items: [old], total: 2, next: undefined });
      const { sid } = recent;
      const one = await store.grants.listConsents({ subject, sid }, { limit: 10, offset: 0 }, NOW);
      assert.deepEqual(one, { items: [recent], total: 1, next: undefined });
    });

    it("deletes the consents of a user for one client, or for all", async () => {
      const { store } = servers();
      const subject = anId();
      const [photos, music] = [anId(), anId()];
      const first = await given(store, aGrant({ subject, client_id: photos }));
      await given(store, aGrant({ subject, client_id: photos }));
      await given(store, aGrant({ subject, client_id: music }));
      assert.equal(await store.grants.forgetConsents(subject, photos), 2);
      assert.equal(await store.grants.find(first), undefined);
      assert.equal(await store.grants.forgetConsents(subject, undefined), 1);
      assert.equal(await store.grants.forgetConsents(subject, undefined), 0);
    });

    it("deletes one consent", async () => {
      const { store, peer } = servers();
      const [one, other] = [await given(store, aGrant({})), await given(store, aGrant({}))];
      assert.equal(await store.grants.forgetConsent(one), 1);
      assert.equal(await store.grants.forgetConsent(one), 0);
      assert.equal(await peer.grants.find(one), undefined);
      assert.notEqual(await peer.grants.find(other), undefined);
    });

    it("deletes one consent, and what the others for the same client remember", async () => {
      const { store, peer } = servers();
      const photos = exampleClient({ client_id: anId(), client_key: 5 });
      const { client_id, client_key } = photos;
      const subject = anId();
      const expires_at = NOW + 10_000;
      const asked = { subject, client_id, client_key, remembered_until: expires_at, expires_at };
      const earlier = await given(
        store,
        aGrant({ subject, client_id, client_key, expires_at: NOW + 50 }),
      );
      const newest = await given(store, aGrant(asked));
      const foreign = await given(store, aGrant({ ...asked, subject: anId() }));
      const other = await given(store, aGrant({ ...asked, client_key: 6 }));
      assert.equal(await store.grants.forgetConsent(earlier, NOW + 100), 1);
      assert.equal(await peer.grants.findRemembered(subject, photos, NOW), undefined);
      const kept = await peer.grants.find(newest);
      assert.deepEqual(kept, { ...newest, remembered_until: undefined, expires_at: NOW + 100 });
      assert.deepEqual(await peer.grants.find(foreign), foreign);
      assert.deepEqual(await peer.grants.find(other), other);
    });

    it("lets an earlier consent expire that a new one supersedes, but not its tokens", async () => {
      const { store } = servers();
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
      const found = await store.grants.find(old);
      assert.deepEqual([found?.remembered_until, found?.expires_at], [undefined, NOW + 5_000]);
      assert.equal(
        (await store.grants.findRemembered(asked.subject, photos, NOW))?.grant_id,
        recent.grant_id,
      );
    });

    it("deletes the grants of a deleted client, a few at a time, and of no other", async () => {
      const { store } = servers();
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
      assert.ok(await store.grants.find(other));
    });

    it("does not find what no system secret opens any more", async () => {
      const { database, store } = servers();
      const grant = await given(store, aGrant());
      const successor = await openStore(database, {
        sealer: createSealer(["another secret altogether"]),
        now: NOW,
      });
      assert.equal(await successor.grants.find(grant), undefined);
      assert.equal(await successor.flows.find(grant.grant_id), undefined);
      assert.ok(await store.grants.find(grant));
    });
  });
}
