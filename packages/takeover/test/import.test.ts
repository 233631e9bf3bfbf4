import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type Config, loadConfig } from "@latchkey/server";
import { defaultClientMetadata } from "@latchkey/server/feature/rules";
import {
  type Script,
  type Store,
  query,
  text,
  withMigratedStore,
} from "@latchkey/server/feature/store";
import { features } from "../../cli/src/features.ts";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { type TakeOverOptions, takeOver } from "../src/take-over.ts";
import { handleKey, tokenKey } from "../src/keys.ts";
import { takeoverTables } from "../src/migrations.ts";
import { recordKey } from "../src/record-key.ts";
import type { TakenRecord } from "../src/record.ts";
import { type Source, SourceError } from "../src/source.ts";
import { sourceOf } from "../src/sources/neutral.ts";
import { createTakenStore } from "../src/store.ts";
import {
  exampleClient,
  exampleGrant,
  exampleKey,
  exampleRecords,
  exampleSession,
  exampleToken,
  NOW,
} from "./example-records.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-takeover-"));
after(() => rmSync(directory, { recursive: true }));
let files = 0;

const databases = {
  SQLite: async () => `sqlite://${join(directory, `${(files += 1)}.sqlite`)}`,
  PostgreSQL: emptyPostgres,
};

for (const [name, emptyDatabase] of Object.entries(databases)) {
  describe(`An import into ${name}`, () => {
    it("carries every kind, and verifies it", async () => {
      const config = configOf(await emptyDatabase());
      const report = await run(config, sourceOf(exampleRecords));
      assert.deepEqual(report.carried, {
        client: 2,
        key: 2,
        issuer: 1,
        session: 1,
        subject: 1,
        grant: 1,
        token: 1,
        assertion: 1,
        flow: 1,
        logout: 1,
      });
      assert.deepEqual(report.left_out, []);
      assert.equal(report.is_complete, true);
      assert.deepEqual(report.verification, { checked: 8, differences: [] });

      await withTarget(config, async (store) => {
        const taken = createTakenStore(store.tools);
        const client = await store.clients.findCurrent("shop");
        assert.equal(client?.client_secret_hash, "$2a$06$newest");
        assert.deepEqual(client?.previous_secrets, [{ hash: "$2a$06$earlier" }]);
        assert.deepEqual(client?.scope, ["openid", "offline", "photos"]);
        assert.equal(await store.clients.allowsOrigin("https://shop.example"), true);
        const search = await store.clients.search({ search: "mach" }, { limit: 5, offset: 0 });
        assert.deepEqual(
          search.items.map(({ client_id }) => client_id),
          ["machine"],
        );
        const kids = (await store.keys.findSet("hydra.openid.id-token")).map(({ kid }) => kid);
        assert.deepEqual(kids, ["public:new", "public:old"]);

        const refresh = await taken.tokens.find(tokenKey("refresh", "chain-1-refresh-2"));
        assert.ok(refresh !== undefined && "of_grant" in refresh);
        const grant = await store.grants.find(refresh.of_grant);
        assert.equal(grant?.generation, 2);
        assert.equal(refresh.of_grant.generation, 2);
        assert.equal(grant?.session.nonce, "n-1");
        const used = await taken.tokens.find(tokenKey("refresh", "chain-1-refresh-1"));
        assert.ok(used !== undefined && "of_grant" in used);
        assert.equal(used.of_grant.generation, 1);
        const access = await taken.tokens.find(tokenKey("access", "chain-1-access"));
        assert.ok(access !== undefined && "of_grant" in access);
        assert.deepEqual(access.of_grant.narrowing?.scope, [0, 2]);

        const machine = await taken.tokens.find(tokenKey("access", "machine-1"));
        assert.ok(machine !== undefined && "of_row" in machine);
        const row = await store.access_tokens.find(machine.of_row);
        assert.deepEqual(row?.ext, { region: "eu" });
        assert.deepEqual(await taken.tokens.find(tokenKey("registration", "registration-shop")), {
          use: "registration",
          client_id: "shop",
        });

        assert.equal((await store.login_sessions.find("session-1", NOW))?.subject, "alice");
        assert.deepEqual(
          (await store.login_sessions.visitsOf("session-1")).map(({ client_id }) => client_id),
          ["shop"],
        );
        assert.equal(await taken.subjects.find("shop", "bob"), "forced-bob");
        const logout = await taken.handles.find(
          handleKey("logout_challenge", "logout-challenge-1"),
        );
        const request = await store.logout_requests.find(logout?.id ?? "");
        assert.equal(request?.post_logout_redirect_uri, "https://shop.example/");
        const login = await taken.handles.find(handleKey("login_verifier", "login-verifier-1"));
        assert.equal(login?.csrf, "csrf-1");
        const status = await taken.takeovers.status(NOW);
        assert.equal(status?.ended_at, NOW);
        assert.equal(status?.last_expires_at, undefined);
        const left = await taken.takeovers.left(NOW);
        assert.deepEqual([left.live_tokens, left.registration_tokens], [5, 2]);
      });
    });

    it("changes nothing the second time", async () => {
      const config = configOf(await emptyDatabase());
      await run(config, sourceOf(exampleRecords));
      const before = await dump(config);
      const { carried } = await run(config, sourceOf(exampleRecords));
      assert.deepEqual(await dump(config), before);
      assert.deepEqual(carried, { assertion: 1, flow: 1 });
    });

    it("does not bring back what was revoked or deleted here", async () => {
      const config = configOf(await emptyDatabase());
      await run(config, sourceOf(exampleRecords));
      await withTarget(config, async (store) => {
        const taken = await createTakenStore(store.tools).tokens.find(
          tokenKey("access", "machine-1"),
        );
        assert.ok(taken !== undefined && "of_row" in taken);
        await store.access_tokens.revoke(taken.of_row);
        await store.grants.forgetConsents("alice", undefined);
        await store.login_sessions.forget("session-1");
        await store.clients.delete("machine");
      });
      const before = await dump(config);
      const { verification } = await run(config, sourceOf(exampleRecords));
      assert.deepEqual(await dump(config), before);
      assert.deepEqual(verification?.differences, [], "it is not expected to be as at the source");
    });

    it("goes on where it was stopped", async () => {
      const config = configOf(await emptyDatabase());
      const tokens = Array.from({ length: 25 }, (_, at) => exampleToken({ signature: `t-${at}` }));
      const records = [exampleClient(), ...tokens];
      await assert.rejects(
        run(config, failingAfter(sourceOf(records), "token", 1), { batch_size: 10 }),
        (error) => error instanceof SourceError && /Run the same command again/.test(error.message),
      );
      const reads: (string | undefined)[] = [];
      const report = await run(config, observed(sourceOf(records), reads), { batch_size: 10 });
      assert.equal(report.is_resumed, true);
      assert.deepEqual(report.carried, { client: 1, token: 25 });
      assert.equal(reads[0], "11", "clients are not read again");
    });

    it("stops after a batch when it is asked to", async () => {
      const config = configOf(await emptyDatabase());
      const tokens = Array.from({ length: 25 }, (_, at) => exampleToken({ signature: `t-${at}` }));
      const source = sourceOf([exampleClient(), ...tokens]);
      const stop = new AbortController();
      const stopped = await run(config, source, {
        batch_size: 10,
        signal: stop.signal,
        onProgress: ({ kind }) => kind === "token" && stop.abort(),
      });
      assert.equal(stopped.is_complete, false);
      assert.deepEqual(stopped.carried, { client: 1, token: 10 });
      const report = await run(config, source, { batch_size: 10 });
      assert.deepEqual(report.carried, { client: 1, token: 25 });
    });

    it("leaves out what has no client, and counts it by cause", async () => {
      const config = configOf(await emptyDatabase());
      const records = [
        exampleClient(),
        exampleGrant({ client_id: "gone" }),
        exampleToken({ client_id: "gone" }),
        exampleToken({ signature: "t-2", client_id: "gone" }),
        exampleToken({ signature: "t-3", expires_at: NOW - 1 }),
      ];
      const { left_out } = await run(config, sourceOf(records));
      assert.deepEqual(left_out, [
        { table: "grant", reason: "Its client was not carried.", rows: 1, keys: ["chain-1"] },
        { table: "token", reason: "Its client was not carried.", rows: 2, keys: [] },
        { table: "token", reason: "It has expired.", rows: 1, keys: [] },
      ]);
    });

    it("leaves a client and keys that are here already as they are", async () => {
      const config = configOf(await emptyDatabase());
      await withTarget(config, async (store) => {
        await store.clients.create({
          ...defaultClientMetadata,
          client_id: "shop",
          client_name: "Own",
          client_secret_hash: undefined,
          created_at: NOW,
          updated_at: NOW,
        });
        const own = { ...exampleKey("own", NOW).key, kid: "own" };
        await store.keys.addFirst("hydra.openid.id-token", own, NOW);
      });
      const records = [exampleClient(), exampleKey("a", 1), exampleKey("b", 2), exampleToken()];
      const { left_out, carried } = await run(config, sourceOf(records));
      assert.deepEqual(carried, { key: 2, token: 1 });
      const reason = "A client with this id exists here already.";
      assert.deepEqual(left_out, [{ table: "client", reason, rows: 1, keys: ["shop"] }]);
      await withTarget(config, async (store) => {
        assert.equal((await store.clients.findCurrent("shop"))?.client_name, "Own");
        const kids = (await store.keys.findSet("hydra.openid.id-token")).map(({ kid }) => kid);
        assert.deepEqual(kids, ["own", "b", "a"]);
      });
    });

    for (const isMarked of [false, true])
      it(`follows the source${isMarked ? " by its fingerprints" : ""}, and what happened here wins`, async () => {
        const config = configOf(await emptyDatabase());
        const source = changingSource(isMarked);
        source.records = [
          exampleClient(),
          exampleClient({ client_id: "machine" }),
          exampleSession,
          { ...exampleSession, sid: "session-2" },
          exampleGrant(),
          exampleGrant({ id: "chain-2" }),
          exampleGrant({ id: "chain-3" }),
          exampleGrant({ id: "chain-4" }),
          exampleToken(),
          exampleToken({ signature: "machine-2" }),
        ];
        await run(config, source);
        await withTarget(config, async (store) => {
          const token = await createTakenStore(store.tools).tokens.find(
            tokenKey("refresh", "chain-2-refresh-2"),
          );
          assert.ok(token !== undefined && "of_grant" in token);
          const grant = await store.grants.find(token.of_grant);
          assert.ok(grant !== undefined);
          const next = { ...grant, generation_at_ms: NOW * 1000 };
          assert.equal(await store.grants.rotate(grant, next), true); // refreshed here
        });
        const third = {
          signature: "refresh-3",
          issued_at: NOW,
          expires_at: NOW + 900,
          used: false,
        };
        const refreshed = (id: string): TakenRecord => {
          const { refresh_tokens, ...grant } = exampleGrant({ id });
          const used = refresh_tokens.map((token) => ({ ...token, used: true }));
          const next = { ...third, signature: `${id}-${third.signature}` };
          return { ...grant, refresh_tokens: [...used, next] };
        };
        source.records = [
          exampleClient({ client_name: "Renamed" }),
          exampleSession,
          refreshed("chain-1"),
          refreshed("chain-2"),
          exampleGrant({ id: "chain-4" }),
          exampleGrant({ id: "chain-5" }),
          exampleToken(),
          exampleToken({ signature: "machine-3" }),
        ];
        const passes: object[] = [];
        await run(config, source, {
          follow: { until_idle: true, interval_ms: 1 },
          onPass: ({ seconds: _seconds, ...pass }) => passes.push(pass),
        });
        assert.deepEqual(passes.at(-1), {
          number: passes.length,
          added: 0,
          changed: 0,
          removed: 0,
          kept: 0,
          left_out: [],
        });
        await withTarget(config, async (store) => {
          const taken = createTakenStore(store.tools);
          const grantOf = async (signature: string) => {
            const token = await taken.tokens.find(tokenKey("refresh", signature));
            return token !== undefined && "of_grant" in token
              ? store.grants.find(token.of_grant)
              : undefined;
          };
          assert.equal((await store.clients.findCurrent("shop"))?.client_name, "Renamed");
          assert.equal(await store.clients.findCurrent("machine"), undefined);
          assert.equal((await grantOf("chain-1-refresh-3"))?.generation, 3);
          const access = await taken.tokens.find(tokenKey("access", "chain-1-access"));
          assert.ok(access !== undefined && "of_grant" in access);
          assert.equal(access.of_grant.generation, 3, "the source still has it");
          assert.equal(await grantOf("chain-2-refresh-3"), undefined, "it was refreshed here");
          assert.equal((await grantOf("chain-2-refresh-2"))?.revoked_at, undefined);
          assert.equal((await grantOf("chain-3-refresh-2"))?.revoked_at, NOW);
          assert.equal((await grantOf("chain-4-refresh-2"))?.revoked_at, undefined);
          assert.equal((await grantOf("chain-5-refresh-2"))?.generation, 2);
          assert.equal((await store.login_sessions.find("session-1", NOW))?.subject, "alice");
          assert.equal(await store.login_sessions.find("session-2", NOW), undefined);
          assert.notEqual(await taken.tokens.find(tokenKey("access", "machine-1")), undefined);
          assert.equal(await taken.tokens.find(tokenKey("access", "machine-2")), undefined);
          assert.notEqual(await taken.tokens.find(tokenKey("access", "machine-3")), undefined);
        });
      });

    it("keeps a secret that was hashed anew here when the client changes at the source", async () => {
      const config = configOf(await emptyDatabase());
      await run(config, sourceOf([exampleClient()]));
      await withTarget(config, async (store) => {
        const client = await store.clients.findCurrent("shop");
        assert.ok(client !== undefined);
        await store.tools.revision.change(() =>
          query({
            given: { client_secret_hash: text },
            returns: {},
            sql: "update client set client_secret_hash = :client_secret_hash where client_id = 'shop'",
          })({ client_secret_hash: "sha256:own" }),
        );
      });
      const report = await run(config, sourceOf([exampleClient({ client_name: "Renamed" })]));
      assert.deepEqual(report.verification, { checked: 1, differences: [] });
      await withTarget(config, async (store) => {
        const client = await store.clients.findCurrent("shop");
        assert.equal(client?.client_name, "Renamed");
        assert.equal(client?.client_secret_hash, "sha256:own");
      });
    });
  });
}

it("does not even open the database where the source cannot be read", async () => {
  const config = configOf("sqlite:///nowhere/at/all.sqlite");
  const refused: Source = {
    ...sourceOf([]),
    examine: () => Promise.reject(new SourceError("The secret does not open its keys.")),
  };
  await assert.rejects(run(config, refused), { message: "The secret does not open its keys." });
});

function configOf(dsn: string): Config {
  const flags = { dsn, "secrets.system": "a-secret-of-tests-only" };
  const loaded = loadConfig({ features, files: [], env: {}, flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

function run(config: Config, source: Source, options: Partial<TakeOverOptions> = {}) {
  return takeOver({ config, source, features, now: () => NOW, ...options });
}

function withTarget(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  const use = { features, tables: [takeoverTables] };
  return withMigratedStore(config, ({ store }) => work(store), use);
}

/** What the tables hold that an import writes. */
async function dump(config: Config): Promise<object> {
  const tables = {
    client: "client_id",
    client_origin: "origin",
    authorization_grant: "grant_id",
    access_token: "signature",
    login_session: "sid",
    session_visit: "sid",
    logout_request: "logout_id",
    json_web_key: "kid",
    trusted_issuer: "id",
    taken_token: "token_key",
    taken_handle: "handle_key",
    taken_record: "record_key",
    taken_subject: "subject",
  };
  const found: Record<string, readonly unknown[]> = {};
  await withTarget(config, async (store) => {
    for (const [table, key] of Object.entries(tables))
      found[table] = await store.tools.database.read(function* all(): Script<readonly unknown[]> {
        return yield { sql: `select * from ${table} order by ${key}`, values: [] };
      });
  });
  return found;
}

/** A source that goes away after so many batches of a kind. */
function failingAfter(source: Source, kind: string, batches: number): Source {
  return {
    ...source,
    async *read(of, from) {
      let count = 0;
      for await (const batch of source.read(of, from)) {
        if (of === kind && count === batches) throw new Error("The connection was lost.");
        count += 1;
        yield batch;
      }
    },
  };
}

function observed(source: Source, reads: (string | undefined)[]): Source {
  return {
    ...source,
    read(kind, from) {
      reads.push(from.after);
      return source.read(kind, from);
    },
  };
}

/** A source whose records can be replaced. */
function changingSource(isMarked: boolean): Source & { records: readonly TakenRecord[] } {
  const source: Source & { records: readonly TakenRecord[] } = {
    ...sourceOf([], "A source that changes"),
    records: [],
    examine: (now) => sourceOf(source.records).examine(now),
    read: (kind, from) => sourceOf(source.records).read(kind, from),
    ...(isMarked && {
      async *fingerprints(kind, from) {
        for await (const { records, position } of sourceOf(source.records).read(kind, from)) {
          const fingerprints = records.map((record) => ({
            key: recordKey(record),
            digest: JSON.stringify(record),
          }));
          yield { fingerprints, position };
        }
      },
      async readSome(kind, keys) {
        const records = source.records.filter(
          (record) => record.kind === kind && keys.includes(recordKey(record)),
        );
        return { records, left_out: [] };
      },
    }),
  };
  return source;
}
