import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createRegistrationTokens,
  createSelfDescribedClients,
  type StoredRegistrationToken,
} from "../../../src/features/registration/store.ts";
import type { NewClient } from "../../../src/oauth/client.ts";
import { exampleClient } from "../../../src/oauth/example-client.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { aDocumentClient } from "./client-example.ts";
import { anId, NOW, type Servers } from "./example.ts";

const strangersOf = (store: Store) => createSelfDescribedClients(store.tools);
const tokensOf = (store: Store) => createRegistrationTokens(store.tools);

/** The contract of clients that register themselves, and of their tokens. */
export function describeRegistration(servers: () => Servers): void {
  describe("clients that register themselves", () => {
    it("are found with their terms, which an administrator's change keeps", async () => {
      const { store, peer } = servers();
      const photos = aRegistrant({ expires_at: NOW + 10_000 });
      assert.equal(await strangersOf(store).register(photos, undefined), true);
      const { access_token_epoch, client_key, ...found } =
        (await peer.clients.findCurrent(photos.client_id)) ?? assert.fail();
      assert.deepEqual([typeof access_token_epoch, typeof client_key], ["number", "number"]);
      assert.deepEqual(found, photos);
      const { registration: _, registration_token_hash: __, expires_at: ___, ...plain } = photos;
      const replaced = await store.clients.replace({ ...plain, client_name: "Pictures" });
      const { registration, registration_token_hash, expires_at } = photos;
      assert.partialDeepStrictEqual(replaced, {
        client_name: "Pictures",
        registration,
        registration_token_hash,
        expires_at,
      });
    });

    it("replace their registration with the token that is current, once", async () => {
      const { store, peer } = servers();
      const photos = aRegistrant();
      await strangersOf(store).register(photos, undefined);
      const read = (await store.clients.findCurrent(photos.client_id)) ?? assert.fail();
      const names = ["one", "two", "three", "four"];
      const outcomes = await Promise.all(
        names.map((client_name, index) =>
          strangersOf(index % 2 === 0 ? store : peer).replaceRegistration(
            read,
            { ...photos, client_name, client_secret_hash: undefined },
            { registration_token_hash: `sha256:${client_name}`, last_update, terms: {} },
          ),
        ),
      );
      const won = outcomes.filter((outcome) => outcome !== undefined);
      assert.equal(won.length, 1);
      const found = await peer.clients.findCurrent(photos.client_id);
      assert.deepEqual(found, won[0]);
      assert.equal(found?.registration_token_hash, `sha256:${found?.client_name}`);
      assert.equal(found?.client_secret_hash, photos.client_secret_hash, "the secret is kept");
      assert.deepEqual([found?.registration, found?.last_update], [{}, last_update]);
      const edited = await store.clients.replace({ ...photos, client_name: "edited" });
      assert.deepEqual(edited?.last_update, last_update, "an administrator's change keeps it");
    });

    it("do not undo what an administrator changed meanwhile", async () => {
      const { store, peer } = servers();
      const photos = aRegistrant();
      await strangersOf(store).register(photos, undefined);
      const read = (await store.clients.findCurrent(photos.client_id)) ?? assert.fail();
      const { registration: _, registration_token_hash: __, ...plain } = photos;
      const changed = await peer.clients.replace({ ...plain, audience: ["https://api.example"] });
      const rotation = { registration_token_hash: "sha256:next", last_update, terms: {} };
      const update = { ...plain, client_name: "Pictures" };
      assert.equal(await strangersOf(store).replaceRegistration(read, update, rotation), "changed");
      assert.deepEqual(await store.clients.findCurrent(photos.client_id), changed);
    });

    it("expire unless they are kept, and other clients do not", async () => {
      const { store, peer } = servers();
      const [unused, used, other] = [
        aRegistrant({ expires_at: NOW + 10 }),
        aRegistrant({ expires_at: NOW + 10 }),
        aRegistrant(),
      ];
      for (const client of [unused, used, other])
        await strangersOf(store).register(client, undefined);
      const there = async (): Promise<boolean[]> => {
        const found: boolean[] = [];
        for (const { client_id } of [unused, used, other])
          found.push((await peer.clients.find(client_id)) !== undefined);
        return found;
      };
      await store.clients.keep(used.client_id);
      assert.equal((await store.clients.findCurrent(used.client_id))?.expires_at, undefined);
      await store.sweep(NOW + 10, 1_000);
      assert.deepEqual(await there(), [true, true, true]);
      await store.sweep(NOW + 11, 1_000);
      await peer.refresh();
      assert.deepEqual(await there(), [false, true, true], "and the caches of peers know");
      await store.clients.keep(unused.client_id);
    });
  });

  describe("clients of strangers", () => {
    it("are as many as may be stored, of two servers at once", async () => {
      const { store, peer } = servers();
      const before = await strangersOf(store).countStrangers(1_000);
      const max = before + 5;
      const clients = Array.from({ length: 16 }, () => aRegistrant({ expires_at: NOW + 10 }));
      const outcomes = await Promise.all(
        clients.map((client, index) => {
          const at = strangersOf(index % 2 === 0 ? store : peer);
          return index % 3 === 0
            ? at.storeDocument(aDocumentClient({ client_id: client.client_id }), NOW + 10, max)
            : at.register(client, undefined, max);
        }),
      );
      assert.equal(outcomes.filter((outcome) => outcome !== "full").length, 5);
      assert.equal(await strangersOf(peer).countStrangers(1_000), max);
      assert.equal(
        await strangersOf(peer).countStrangers(2),
        Math.min(2, max),
        "as far as it matters",
      );
      const full = clients.filter((_, index) => outcomes[index] === "full");
      for (const { client_id } of full)
        assert.equal(await store.clients.findCurrent(client_id), undefined);
    });

    it("leave room for operators, for initial access tokens and for known documents", async () => {
      const { store, peer } = servers();
      const agent = aDocumentClient();
      await strangersOf(store).storeDocument(agent, NOW + 10_000);
      const max = await strangersOf(store).countStrangers(1_000);
      assert.equal(await strangersOf(peer).register(aRegistrant(), undefined, max), "full");
      const again = await strangersOf(peer).storeDocument(
        { ...agent, client_name: "B" },
        NOW + 9,
        max,
      );
      assert.partialDeepStrictEqual(again, { client_name: "B" });
      const token = aToken();
      await tokensOf(store).create(token);
      const use = { token_id: token.token_id, now: NOW };
      assert.equal(await strangersOf(peer).register(aRegistrant(), use, max), true);
      await tokensOf(store).delete(token.token_id);
      const { registration: _, registration_token_hash: __, ...plain } = aRegistrant();
      assert.equal(await peer.clients.create(plain), true);
      assert.equal(await strangersOf(store).countStrangers(1_000), max);
    });

    it("make room when they are deleted or swept, and none when they are kept", async () => {
      const { store, peer } = servers();
      const [kept, swept, deleted] = [NOW + 10, NOW + 10, undefined].map((expires_at) =>
        aRegistrant(expires_at === undefined ? {} : { expires_at }),
      );
      assert.ok(kept && swept && deleted);
      for (const client of [kept, swept, deleted])
        await strangersOf(store).register(client, undefined);
      await store.clients.keep(kept.client_id);
      const before = await strangersOf(store).countStrangers(1_000);
      await peer.clients.delete(deleted.client_id);
      assert.equal(await strangersOf(store).countStrangers(1_000), before - 1);
      await store.sweep(NOW + 11, 1_000);
      assert.ok((await strangersOf(store).countStrangers(1_000)) <= before - 2);
      assert.ok(await store.clients.findCurrent(kept.client_id));
    });
  });

  describe("initial access tokens", () => {
    it("are found by their hash until they expire or are deleted, and listed", async () => {
      const { store, peer } = servers();
      const token = aToken({ scope: ["openid", "mail"], expires_at: NOW + 10 });
      const newer = aToken({ created_at: NOW + 1 });
      for (const one of [token, newer]) await tokensOf(store).create(one);
      const find = (now: number) => tokensOf(peer).findUsable(token.token_hash, now);
      assert.deepEqual(await find(NOW + 9), token);
      assert.equal(await find(NOW + 10), undefined);
      const { items, total } = await tokensOf(peer).list({ limit: 2, offset: 0 });
      assert.deepEqual([items, total], [[newer, token], 2]);
      await store.sweep(NOW + 11, 1_000);
      assert.equal((await tokensOf(store).list(FIRST)).total, 1);
      assert.equal(await tokensOf(store).delete(newer.token_id), true);
      assert.equal(await tokensOf(store).delete(newer.token_id), false);
      assert.equal(await tokensOf(peer).findUsable(newer.token_hash, NOW), undefined);
    });

    it("are used as often as they may be, by two servers at once", async () => {
      const { store, peer } = servers();
      const token = aToken({ max_uses: 3 });
      await tokensOf(store).create(token);
      const use = { token_id: token.token_id, now: NOW };
      const clients = Array.from({ length: 8 }, () => aRegistrant());
      const outcomes = await Promise.all(
        clients.map((client, index) =>
          strangersOf(index % 2 === 0 ? store : peer).register(client, use),
        ),
      );
      assert.equal(outcomes.filter(Boolean).length, 3);
      for (const [index, { client_id }] of clients.entries()) {
        const found = await store.clients.findCurrent(client_id);
        assert.equal(found !== undefined, outcomes[index]);
      }
      assert.equal(await tokensOf(store).findUsable(token.token_hash, NOW), undefined);
      await tokensOf(store).delete(token.token_id);
    });

    it("are not used after they expired or were deleted", async () => {
      const { store } = servers();
      const token = aToken({ expires_at: NOW + 10 });
      await tokensOf(store).create(token);
      const { token_id } = token;
      const register = (now: number) =>
        strangersOf(store).register(aRegistrant(), { token_id, now });
      assert.deepEqual([await register(NOW + 10), await register(NOW + 9)], [false, true]);
      await tokensOf(store).delete(token_id);
      assert.equal(await register(NOW), false);
    });
  });
}

const last_update = { token_hash: "sha256:token", request_hash: "sha256:body", at_ms: NOW * 1000 };
const FIRST = { limit: 10, offset: 0 };

function aRegistrant(remarks: Partial<NewClient> = {}): NewClient {
  const { client_key: _key, access_token_epoch: _epoch, ...plain } = exampleClient();
  return {
    ...plain,
    client_id: anId(),
    registration: { allowed_scope: ["openid"], software_statement: "a.b.c" },
    registration_token_hash: `sha256:${anId()}`,
    ...remarks,
  };
}

function aToken(remarks: Partial<StoredRegistrationToken> = {}): StoredRegistrationToken {
  return {
    token_id: anId(),
    token_hash: anId(),
    note: "for tests",
    scope: undefined,
    uses: 0,
    max_uses: undefined,
    created_at: NOW,
    expires_at: undefined,
    ...remarks,
  };
}
