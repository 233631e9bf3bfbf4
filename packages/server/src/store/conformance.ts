import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import type { NewClient } from "../oauth/client.ts";
import { exampleClient } from "../oauth/example-client.ts";
import { createSealer } from "../crypto/sealed.ts";
import type { Database } from "./database.ts";
import { migrate, migrations } from "./migrate.ts";
import { NOW } from "./conformance-example.ts";
import { describeInspections } from "./conformance-inspections.ts";
import { describeGrants } from "./conformance-grants.ts";
import { describeSessions } from "./conformance-sessions.ts";
import { describeTokens } from "./conformance-tokens.ts";
import { describeWorkspaces } from "./conformance-workspaces.ts";
import { openStore } from "./open.ts";
import type { Store } from "./store.ts";
import { statement } from "./script.ts";

/** Makes an empty database, and answers how to connect to it: once, or twice, as two servers would. */
export type NewDatabase = () => Promise<() => Database>;

/** The promises every store keeps, whatever database is under it. */
export function describeStore(title: string, create: NewDatabase): void {
  describe(`${title} keeps the store's promises`, () => {
    const sealer = createSealer(["a system secret of some length"]);
    let database: Database;
    let store: Store;
    let neighbour: Store;

    before(async () => {
      const open = await create();
      database = open();
      store = await openStore(database, sealer, NOW);
      neighbour = await openStore(open(), sealer, NOW);
    });
    after(async () => {
      await store.close();
      await neighbour.close();
    });

    describe("clients", () => {
      it("finds what was created, every field of it", async () => {
        const photos = aClient({
          client_name: "Photos",
          allowed_cors_origins: ["https://photos.example"],
        });
        assert.equal(await store.clients.create(photos), true);
        const { access_token_epoch, client_key, ...found } =
          (await store.clients.find(photos.client_id)) ?? assert.fail();
        assert.deepEqual([typeof access_token_epoch, typeof client_key], ["number", "number"]);
        assert.deepEqual(found, photos);
      });

      it("lets one of two creators of the same id win, and keeps the winner's words", async () => {
        const id = anId();
        const rivals = [
          aClient({ client_id: id, client_name: "one" }),
          aClient({ client_id: id, client_name: "two" }),
        ];
        const won = await Promise.all(
          rivals.map((rival, index) => (index === 0 ? store : neighbour).clients.create(rival)),
        );
        assert.equal(won.filter(Boolean).length, 1);
        const winner = rivals[won.indexOf(true)];
        assert.equal((await store.clients.find(id))?.client_name, winner?.client_name);
      });

      it("lists by id, from an exact offset, with the total", async () => {
        const ids = ["zz-1", "zz-2", "zz-3"].map((prefix) => `${prefix}-${anId()}`);
        for (const client_id of ids.toReversed())
          await store.clients.create(aClient({ client_id }));
        const { total } = await store.clients.list({ limit: 1, offset: 0 });
        const { items } = await store.clients.list({ limit: 2, offset: total - 2 });
        assert.deepEqual(
          items.map(({ client_id }) => client_id),
          ids.slice(1),
        );
      });

      it("replaces a description but keeps the day it was created, the secret and the tokens", async () => {
        const photos = aClient({ client_secret_hash: "sha256:old" });
        await store.clients.create(photos);
        const old = await store.clients.find(photos.client_id);
        const replaced = await store.clients.replace({
          ...photos,
          client_name: "Pictures",
          client_secret_hash: undefined,
          updated_at: NOW + 5,
        });
        assert.deepEqual(replaced, { ...old, client_name: "Pictures", updated_at: NOW + 5 });
        assert.deepEqual(await store.clients.find(photos.client_id), replaced);
      });

      it("replaces a secret when a new one is given", async () => {
        const photos = aClient({ client_secret_hash: "sha256:old" });
        await store.clients.create(photos);
        const replaced = await store.clients.replace({
          ...photos,
          client_secret_hash: "sha256:new",
        });
        assert.equal(replaced?.client_secret_hash, "sha256:new");
      });

      it("rotates a secret, keeps the one before for a while, and through an edit", async () => {
        const photos = aClient({ client_secret_hash: "sha256:old" });
        await store.clients.create(photos);
        const created = await store.clients.find(photos.client_id);
        const rotated = await store.clients.rotateSecret(photos.client_id, {
          client_secret_hash: "sha256:new",
          previous_expires_at: NOW + 60,
          updated_at: NOW + 5,
        });
        const expected = {
          ...created,
          client_secret_hash: "sha256:new",
          previous_secret: { hash: "sha256:old", expires_at: NOW + 60 },
          updated_at: NOW + 5,
        };
        assert.deepEqual(rotated, expected);
        assert.deepEqual(await neighbour.clients.find(photos.client_id), expected);

        const edit = { ...photos, client_secret_hash: undefined };
        const edited = await store.clients.replace(edit);
        assert.deepEqual(edited?.previous_secret, expected.previous_secret);
        const chosen = await store.clients.replace({ ...edit, client_secret_hash: "sha256:mine" });
        assert.equal(chosen?.previous_secret, undefined);
      });

      it("rotates nobody's secret when there is nobody", async () => {
        const rotation = { client_secret_hash: "", previous_expires_at: 0, updated_at: 0 };
        assert.equal(await store.clients.rotateSecret(anId(), rotation), undefined);
      });

      it("replaces nobody when there is nobody", async () => {
        assert.equal(await store.clients.replace(aClient()), undefined);
      });

      it("deletes once", async () => {
        const photos = aClient();
        await store.clients.create(photos);
        assert.equal(await store.clients.delete(photos.client_id), true);
        assert.equal(await store.clients.delete(photos.client_id), false);
        assert.equal(await store.clients.find(photos.client_id), undefined);
      });

      it("knows the origins of its clients, and forgets them with the client", async () => {
        const origin = `https://${anId()}.example`;
        const photos = aClient({ allowed_cors_origins: [origin] });
        assert.equal(await store.clients.allowsOrigin(origin), false);
        await store.clients.create(photos);
        assert.equal(await store.clients.allowsOrigin(origin), true);
        await store.clients.delete(photos.client_id);
        assert.equal(await store.clients.allowsOrigin(origin), false);
      });

      it("starts a new epoch when tokens are called back, and a namesake starts its own", async () => {
        const photos = aClient();
        await store.clients.create(photos);
        const first = await store.clients.find(photos.client_id);
        assert.equal(await store.clients.callBackAccessTokens(photos.client_id), true);
        const second = await store.clients.find(photos.client_id);
        await store.clients.delete(photos.client_id);
        await store.clients.create(photos);
        const third = await store.clients.find(photos.client_id);
        assert.equal(
          new Set([first, second, third].map((client) => client?.access_token_epoch)).size,
          3,
        );
        assert.equal(first?.client_key, second?.client_key);
        assert.notEqual(first?.client_key, third?.client_key);
        assert.equal(await store.clients.callBackAccessTokens(anId()), false);
      });

      it("notices what another server changed, once it looks", async () => {
        const photos = aClient({ client_name: "before" });
        await store.clients.create(photos);
        assert.equal((await neighbour.clients.find(photos.client_id))?.client_name, "before");
        await store.clients.replace({ ...photos, client_name: "after" });
        await neighbour.refresh();
        assert.equal((await neighbour.clients.find(photos.client_id))?.client_name, "after");
        await store.clients.delete(photos.client_id);
        await neighbour.refresh();
        assert.equal(await neighbour.clients.find(photos.client_id), undefined);
      });
    });

    describe("keys", () => {
      const key = (kid: string) => ({ kid, kty: "oct", k: `material-of-${kid}`, x5c: ["MII="] });

      it("answers a set with its newest key first, whole", async () => {
        const set = anId();
        for (const kid of ["first", "second", "third"])
          assert.equal(await store.keys.add(set, key(kid)), true);
        assert.deepEqual(await store.keys.findSet(set), [
          key("third"),
          key("second"),
          key("first"),
        ]);
        assert.deepEqual(await store.keys.find(set, "second"), key("second"));
        assert.equal(await store.keys.find(set, "fourth"), undefined);
        assert.deepEqual(await store.keys.findSet(anId()), []);
      });

      it("keeps one key under one name", async () => {
        const set = anId();
        await store.keys.add(set, key("signing"));
        assert.equal(await store.keys.add(set, { ...key("signing"), k: "another" }), false);
        assert.deepEqual(await store.keys.findSet(set), [key("signing")]);
      });

      it("lets one of many servers make the first key", async () => {
        const set = anId();
        const made = await Promise.all(
          [store, neighbour, store, neighbour].map((server, index) =>
            server.keys.addFirst(set, key(`of-server-${index}`)),
          ),
        );
        assert.equal(made.filter(Boolean).length, 1);
        await store.refresh();
        assert.deepEqual(await store.keys.findSet(set), [key(`of-server-${made.indexOf(true)}`)]);
      });

      it("replaces a whole set in the order given", async () => {
        const set = anId();
        await store.keys.add(set, key("old"));
        await store.keys.replaceSet(set, [key("newest"), key("older")]);
        assert.deepEqual(await store.keys.findSet(set), [key("newest"), key("older")]);
      });

      it("replaces one key and leaves the others", async () => {
        const set = anId();
        await store.keys.replaceSet(set, [key("b"), key("a")]);
        await store.keys.replace(set, { ...key("a"), k: "fresh" });
        assert.deepEqual(await store.keys.findSet(set), [{ ...key("a"), k: "fresh" }, key("b")]);
      });

      it("deletes a key, a set, and what was never there", async () => {
        const set = anId();
        await store.keys.replaceSet(set, [key("b"), key("a")]);
        await store.keys.delete(set, "a");
        await store.keys.delete(set, "a");
        assert.deepEqual(await store.keys.findSet(set), [key("b")]);
        await store.keys.deleteSet(set);
        await store.keys.deleteSet(set);
        assert.deepEqual(await store.keys.findSet(set), []);
      });

      it("writes no key in the clear", async () => {
        await store.keys.add(anId(), key("confidential"));
        const rows = await database.read(() =>
          statement<{ sealed: Uint8Array }>("select sealed from json_web_key")(),
        );
        assert.ok(rows.length > 0);
        for (const { sealed } of rows) assert.ok(!Buffer.from(sealed).includes("material-of"));
      });
    });

    describeTokens(() => ({ database, store, neighbour }));

    it("sees through an assertion that comes twice, whichever server it comes to", async () => {
      const digest = randomBytes(32);
      const believed = await Promise.all(
        [store, neighbour, store].map((server) =>
          server.seen_assertions.remember(digest, NOW + 60),
        ),
      );
      assert.equal(believed.filter(Boolean).length, 1);
    });

    it("lends a lease to one holder, until it runs out or is given back", async () => {
      const name = anId();
      const taken = await Promise.all([
        store.leases.take(name, "alice", NOW, 10),
        neighbour.leases.take(name, "bob", NOW, 10),
      ]);
      assert.equal(taken.filter(Boolean).length, 1);
      const [holder, other] = taken[0] ? ["alice", "bob"] : ["bob", "alice"];
      assert.equal(await store.leases.take(name, holder, NOW + 5, 10), true, "the holder renews");
      assert.equal(await store.leases.take(name, other, NOW + 14, 10), false, "still held");
      assert.equal(await store.leases.take(name, other, NOW + 15, 10), true, "it ran out");
      await store.leases.release(name, holder);
      assert.equal(
        await store.leases.take(name, holder, NOW + 16, 10),
        false,
        "not ours to give back",
      );
      await store.leases.release(name, other);
      assert.equal(await store.leases.take(name, holder, NOW + 16, 10), true);
    });

    it("has nothing left to migrate", async () => {
      assert.deepEqual(await migrate(database, NOW), []);
    });

    it("answers a ping", () => store.ping());

    describeGrants(() => ({ database, store, neighbour }));
    describeSessions(() => ({ database, store, neighbour }));
    describeWorkspaces(() => ({ store, neighbour }));
    describeInspections(() => ({ store, neighbour }));
  });

  describe(`${title}, when two servers start at once`, () => {
    it("brings the schema up once", async () => {
      const open = await create();
      const databases = [open(), open(), open()];
      const applied = await Promise.all(databases.map((database) => migrate(database, NOW)));
      await Promise.all(databases.map((database) => database.close()));
      assert.deepEqual(
        applied.flat().toSorted(),
        migrations.map((migration) => migration.name),
      );
    });
  });
}

function anId(): string {
  return randomBytes(8).toString("hex");
}

function aClient(client: Partial<NewClient> = {}): NewClient {
  const {
    client_key: _key,
    access_token_epoch: _epoch,
    ...plain
  } = exampleClient({
    client_id: anId(),
    created_at: NOW,
    updated_at: NOW,
    metadata: { team: "camera" },
  });
  return { ...plain, ...client };
}
