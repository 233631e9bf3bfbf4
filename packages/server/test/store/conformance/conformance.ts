import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { createSealer } from "../../../src/crypto/sealed.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { openTestStore, type TestStore } from "../../support/store.ts";
import { migrations } from "../../support/tables.ts";
import { describeApis } from "./apis.ts";
import { describeAuthorizationDetailsTypes } from "./authorization-details-types.ts";
import { describeClientReplacement } from "./client-replacement.ts";
import { describeClientSearch } from "./client-search.ts";
import { describeClients } from "./clients.ts";
import { describeColumnMaps } from "./column-maps.ts";
import { anId, NOW } from "./example.ts";
import { describeBackchannel } from "./backchannel.ts";
import { describeDevices } from "./devices.ts";
import { describeAudit } from "./audit.ts";
import { describeBranding } from "./branding.ts";
import { describeAccountEvents } from "./account-events.ts";
import { describeFailedSignIns } from "./failed-sign-ins.ts";
import { describeEvents } from "./events.ts";
import { describeFactors } from "./factors.ts";
import { describeFederation } from "./federation.ts";
import { describeVault } from "./vault.ts";
import { describeMails } from "./mails.ts";
import { describeUserRegistration } from "./user-registration.ts";
import { describeFlows } from "./flows.ts";
import { describeInspections } from "./inspections.ts";
import { describeGrants } from "./grants.ts";
import { describeKeySchedules } from "./key-schedules.ts";
import { describeInstallations } from "./installations.ts";
import { describeIntegrations } from "./integrations.ts";
import { describeLists } from "./lists.ts";
import { describeNewerFields } from "./newer-fields.ts";
import { describeOperators } from "./operators.ts";
import { describeRegistration } from "./registration.ts";
import { describeResealing } from "./resealing.ts";
import { describeSessions } from "./sessions.ts";
import { describeTokens } from "./tokens.ts";
import { describeTransactions } from "./transactions.ts";
import { describeTrustedIssuers } from "./trusted-issuers.ts";
import { describeWebhooks } from "./webhooks.ts";
import { describeWorkspaces } from "./workspaces.ts";
import { bytes } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";

/** Keys that sign from the start. */
const TIMES = { now: 0, signs_from: 0 };

/** Creates an empty database, and returns how to connect to it: once, or twice, as two servers would. */
export type NewDatabase = () => Promise<() => Database>;

/** The contract of the store, tested on every database. */
export function describeStore(
  title: string,
  create: NewDatabase,
  /** Changes a migrated database before it is tested. */
  prepare: (database: Database) => Promise<unknown> = async () => {},
): void {
  describe(`${title} conforms to the contract of the store`, () => {
    const sealer = createSealer(["a system secret of some length"]);
    let database: Database;
    let store: TestStore;
    let peer: TestStore;
    const servers = () => ({ database, store, peer });

    before(async () => {
      const open = await create();
      database = open();
      await migrate(database, migrations, NOW);
      await prepare(database);
      store = await openTestStore(database, { sealer, now: NOW, now_ms: () => NOW * 1000 });
      peer = await openTestStore(open(), { sealer, now: NOW, now_ms: () => NOW * 1000 });
    });
    after(async () => {
      await store.close();
      await peer.close();
    });

    describeColumnMaps(servers);
    describeTransactions(servers);
    describeResealing(create);
    describeClients(servers);
    describeClientSearch(servers);
    describeClientReplacement(servers);
    describeRegistration(servers);
    describeOperators(servers);
    describeTrustedIssuers(servers);
    describeApis(servers);
    describeAuthorizationDetailsTypes(servers);

    describe("keys", () => {
      it("lists the sets that have keys, by name", async () => {
        const [one = "", other = ""] = [anId(), anId()].toSorted();
        const listed = async () => {
          const { items, total } = await peer.keys.list({ limit: 500, offset: 0 });
          assert.equal(items.length, total);
          return items.filter(({ set }) => set === one || set === other);
        };
        await store.keys.add(other, key("a"), 0);
        await store.keys.replaceSet(one, [key("b"), key("a")], TIMES);
        assert.deepEqual(await listed(), [
          { set: one, keys: 2, algs: ["oct"] },
          { set: other, keys: 1, algs: ["oct"] },
        ]);
        await store.keys.deleteSet(one);
        assert.deepEqual(await listed(), [{ set: other, keys: 1, algs: ["oct"] }]);
      });

      it("lists the algorithms of a set, that of the newest key first, or their types", async () => {
        const set = anId();
        const of = (kid: string, alg: string) => ({ ...key(kid), alg });
        const keys = [of("a", "HS512"), of("b", "HS256"), key("c"), of("d", "HS512")];
        await store.keys.replaceSet(set, keys, TIMES);
        const { items } = await peer.keys.list({ limit: 500, offset: 0 });
        const found = items.find((item) => item.set === set);
        assert.deepEqual(found, { set, keys: 4, algs: ["HS512", "HS256", "oct"] });
        assert.deepEqual((await peer.keys.list({ limit: 500, offset: 1_000 })).items, []);
      });

      const key = (kid: string) => ({ kid, kty: "oct", k: `material-of-${kid}`, x5c: ["MII="] });

      it("returns a set with its newest key first, every field of it", async () => {
        const set = anId();
        for (const kid of ["first", "second", "third"])
          assert.equal(await store.keys.add(set, key(kid), 0), true);
        assert.deepEqual(await store.keys.findSet(set), [
          key("third"),
          key("second"),
          key("first"),
        ]);
        assert.deepEqual(await store.keys.find(set, "second"), key("second"));
        assert.equal(await store.keys.find(set, "fourth"), undefined);
        assert.deepEqual(await store.keys.findSet(anId()), []);
      });

      it("stores one key for each kid", async () => {
        const set = anId();
        await store.keys.add(set, key("signing"), 0);
        assert.equal(await store.keys.add(set, { ...key("signing"), k: "another" }, 0), false);
        assert.deepEqual(await store.keys.findSet(set), [key("signing")]);
      });

      it("lets one of many servers create the first key", async () => {
        const set = anId();
        const made = await Promise.all(
          [store, peer, store, peer].map((server, index) =>
            server.keys.addFirst(set, key(`of-server-${index}`), 0),
          ),
        );
        assert.equal(made.filter(Boolean).length, 1);
        await store.refresh();
        assert.deepEqual(await store.keys.findSet(set), [key(`of-server-${made.indexOf(true)}`)]);
      });

      it("replaces a whole set in the order given", async () => {
        const set = anId();
        await store.keys.add(set, key("old"), 0);
        await store.keys.replaceSet(set, [key("newest"), key("older")], TIMES);
        assert.deepEqual(await store.keys.findSet(set), [key("newest"), key("older")]);
      });

      it("replaces one key and leaves the others", async () => {
        const set = anId();
        await store.keys.replaceSet(set, [key("b"), key("a")], TIMES);
        await store.keys.replace(set, { ...key("a"), k: "fresh" }, TIMES);
        assert.deepEqual(await store.keys.findSet(set), [{ ...key("a"), k: "fresh" }, key("b")]);
      });

      it("deletes a key, a set, and what does not exist", async () => {
        const set = anId();
        await store.keys.replaceSet(set, [key("b"), key("a")], TIMES);
        await store.keys.delete(set, "a");
        await store.keys.delete(set, "a");
        assert.deepEqual(await store.keys.findSet(set), [key("b")]);
        await store.keys.deleteSet(set);
        await store.keys.deleteSet(set);
        assert.deepEqual(await store.keys.findSet(set), []);
      });

      it("writes no key in the clear", async () => {
        await store.keys.add(anId(), key("confidential"), 0);
        const rows = await database.read(() =>
          query({ returns: { sealed: bytes }, sql: "select sealed from json_web_key" })({}),
        );
        assert.ok(rows.length > 0);
        for (const { sealed } of rows) assert.ok(!Buffer.from(sealed).includes("material-of"));
      });
    });

    describeKeySchedules(servers);
    describeTokens(servers);

    it("detects an assertion that is presented twice, to any server", async () => {
      const digest = randomBytes(32);
      const believed = await Promise.all(
        [store, peer, store].map((server) => server.seen_assertions.remember(digest, NOW + 60)),
      );
      assert.equal(believed.filter(Boolean).length, 1);
    });

    it("gives a lease to one holder, until it expires or is released", async () => {
      const name = anId();
      const taken = await Promise.all([
        store.leases.take(name, "alice", NOW, 10),
        peer.leases.take(name, "bob", NOW, 10),
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
      assert.deepEqual(await migrate(database, migrations, NOW), []);
    });

    it("responds to a ping", () => store.ping());

    describeFlows(servers);
    describeDevices(servers);
    describeBackchannel(servers);
    describeGrants(servers);
    describeSessions(servers);
    describeFactors(servers);
    describeFederation(servers);
    describeVault(servers);
    describeMails(servers);
    describeEvents(servers);
    describeUserRegistration(servers);
    describeBranding(servers);
    describeAccountEvents(servers);
    describeFailedSignIns(servers);
    describeWorkspaces(servers);
    describeLists(servers);
    describeIntegrations(servers);
    describeInstallations(servers);
    describeWebhooks(servers);
    describeInspections(servers);
    describeAudit(servers);
    describeNewerFields(servers, sealer); // Last: it looks at the rows of the others.
  });

  describe(`${title}, when two servers start at once`, () => {
    it("applies each migration once", async () => {
      const open = await create();
      const databases = [open(), open(), open()];
      const applied = await Promise.all(
        databases.map((database) => migrate(database, migrations, NOW)),
      );
      await Promise.all(databases.map((database) => database.close()));
      assert.deepEqual(
        applied.flat().toSorted(),
        migrations.map((migration) => migration.name).toSorted(),
      );
    });
  });
}
