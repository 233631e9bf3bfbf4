import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createSealer } from "../../src/crypto/sealed.ts";
import { exampleClient } from "../../src/oauth/example-client.ts";
import {
  aDelivery,
  aFlow,
  aGrant,
  aLogout,
  anAccount,
  anId,
  given,
  noTraces,
  NOW,
} from "../store/conformance/example.ts";
import { anExchange, consented } from "../store/conformance/workspace-example.ts";
import { openDatabase } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port/store.ts";
import { StoreUnavailableError } from "../../src/store/port/unavailable.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { openTestStore, type TestStore } from "../support/store.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { runSql, withClient } from "../support/sql.ts";

/** Where everything has to succeed, however busy the machine is. */
const patient = { statement_ms: 20_000, connect_ms: 10_000 };
/** Where something has to fail. */
const hasty = { statement_ms: 1_000, connect_ms: 400 };
const sealer = createSealer(["a system secret of some length"]);

let dsn: string;
let proxy: FaultProxy;
let store: TestStore;
/** Another server on the same database, which reaches it by another way. */
let neighbour: Store;

before(async () => {
  dsn = await emptyPostgres();
  proxy = await startFaultProxy(dsn);
  store = await openTestStore(await openDatabase(proxy.dsn, patient), { sealer, now: NOW });
  neighbour = await openTestStore(await openDatabase(dsn, patient), { sealer, now: NOW });
});

async function openHasty(): Promise<void> {
  await store.close();
  store = await openTestStore(await openDatabase(proxy.dsn, hasty), { sealer, now: NOW });
}
after(async () => {
  proxy.mend();
  await store.close();
  await neighbour.close();
  await proxy.close();
});
afterEach(async () => {
  proxy.mend();
  await untilReady();
});

/** Waits until the store serves again. */
function untilReady(): Promise<void> {
  return whenAvailable(() => store.ping());
}

/** Tries again while the database is unavailable, as callers do: a busy machine may miss the short deadlines as well. */
async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + 20_000; ; await pause(20)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || performance.now() > giveUpAt) throw error;
    }
  }
}

function aToken() {
  const signature = randomBytes(16);
  const life = { issued_at: NOW, expires_at: NOW + 60 };
  const photos = { client_id: "photos", client_epoch: 1, subject: "photos" };
  const [details, sources] = [undefined, undefined];
  return { signature, ...photos, scope: [], audience: [], ...life, details, sources };
}

async function assertServes(): Promise<void> {
  const tokens = Array.from({ length: 20 }, aToken);
  await Promise.all(tokens.map((token) => store.access_tokens.issue(token)));
  const found = await Promise.all(
    tokens.map(({ signature }) => neighbour.access_tokens.find(signature)),
  );
  assert.ok(found.every((token) => token !== undefined));
}

/** Everything asked at once is refused as unavailable. Nothing waits for ever. */
async function assertUnavailable(): Promise<void> {
  const asked = [
    ...Array.from({ length: 5 }, () => store.access_tokens.issue(aToken())),
    ...Array.from({ length: 5 }, () => store.access_tokens.find(randomBytes(16))),
    store.clients.list({ limit: 1, offset: 0 }),
    store.grants.revoke(aGrant(), NOW),
    store.ping(),
  ];
  for (const outcome of await Promise.allSettled(asked)) {
    assert.ok(outcome.status === "rejected");
    const { reason } = outcome;
    assert.ok(reason instanceof StoreUnavailableError, String(reason));
  }
}

const later = { generation_at_ms: NOW * 1000 + 5, client_epoch: 9, expires_at: NOW + 7_200 };

/** Operations that only one caller may succeed with. `prepare` returns the operation to try. */
const verbs: [name: string, prepare: () => Promise<() => Promise<unknown>>, expected: unknown][] = [
  ["a token is issued", async () => () => store.access_tokens.issue(aToken()), undefined],
  [
    "a code is redeemed",
    async () => {
      const grant = await given(store, aGrant());
      return () => store.grants.redeem(grant, { ...later, redeemed_at_ms: 7 });
    },
    true,
  ],
  [
    "a refresh token is rotated",
    async () => {
      const grant = await given(store, aGrant());
      return () => store.grants.rotate(grant, later);
    },
    true,
  ],
  [
    "a flow goes on",
    async () => {
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      return () => store.flows.advance(flow);
    },
    true,
  ],
  [
    "a flow is completed",
    async () => {
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      return () => store.flows.complete(flow, aGrant({ grant_id: flow.flow_id }), noTraces);
    },
    true,
  ],
  [
    "a flow is completed with a remembered consent",
    async () => {
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const grant = aGrant({ grant_id: flow.flow_id, remembered_until: NOW + 60 });
      return () => store.flows.complete(flow, grant, noTraces);
    },
    true,
  ],
  [
    "a workspace code is exchanged",
    async () => {
      const { grant } = await consented(store);
      const exchange = anExchange();
      return async () => {
        const installed = await store.workspace_grants.exchange(grant, exchange);
        return typeof installed === "object" && installed.bot_id === exchange.new_bot_id;
      };
    },
    true,
  ],
  [
    "a workspace refresh token is rotated",
    async () => {
      const { grant } = await consented(store);
      return () => store.workspace_grants.rotate(grant, NOW * 1000 + 1, NOW + 60);
    },
    true,
  ],
  [
    "a client is created",
    async () => {
      const client = exampleClient({ client_id: anId() });
      return () => store.clients.create(client);
    },
    true,
  ],
  [
    "a key is added",
    async () => {
      const [set, kid] = [anId(), anId()];
      return () => store.keys.add(set, { kid, kty: "oct", k: "material" }, 0);
    },
    true,
  ],
  [
    "an assertion is seen for the first time",
    async () => {
      const digest = randomBytes(32);
      return () => store.seen_assertions.remember(digest, NOW + 60);
    },
    true,
  ],
  [
    "a lease is taken",
    async () => {
      const name = anId();
      return () => store.leases.take(name, "sweeper 1", NOW, 60);
    },
    true,
  ],
  [
    "an account is created",
    async () => {
      const account = anAccount();
      return () => store.accounts.create(account);
    },
    "created",
  ],
  [
    "a logout is completed",
    async () => {
      const request = aLogout();
      await store.logout_requests.begin(request, NOW + 60);
      return () => store.logout_requests.complete({ ...request, state: "used" }, [aDelivery()]);
    },
    true,
  ],
];

describe("PostgreSQL, when connections end", () => {
  it("connections that are dropped are replaced, and no request fails", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const serving = assertServes();
      proxy.drop();
      await serving;
    }
  });

  it("the statement is carried out once, whether the first try of it or the second", async () => {
    const grant = await given(store, aGrant());
    const rotated = await withClient(dsn, async (other) => {
      await other.query("begin");
      await other.query("select 1 from authorization_grant where grant_id = $1 for update", [
        Buffer.from(grant.grant_id, "base64url"),
      ]);
      const rotating = store.grants.rotate(grant, later);
      await untilBlocked();
      proxy.drop(); // The database does not notice, and waits on.
      await other.query("commit");
      return rotating;
    });
    assert.equal(rotated, true);
    assert.equal((await neighbour.grants.find(grant))?.generation, 1);
    assert.equal(await store.grants.rotate(grant, later), false);
  });
});

async function untilBlocked(): Promise<void> {
  const blocked = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await runSql(dsn, blocked)).length === 0) await pause(10);
}

describe("PostgreSQL, when the connection ends after the commit and before the answer", () => {
  for (const [name, prepare, expected] of verbs) {
    it(`${name}, and its caller hears so`, async () => {
      const carryOut = await prepare();
      const cuts = proxy.cuts();
      proxy.cutAfterCommit(2); // The second is the question what became of the first.
      assert.equal(await carryOut(), expected);
      assert.equal(proxy.cuts(), cuts + 2);
      if ((expected === true || expected === "created") && !name.includes("lease")) {
        assert.notEqual(await carryOut(), expected, "and it is done once");
      }
    });
  }

  it("each write of a batch has its own outcome", async () => {
    const [one, two] = [await given(store, aGrant()), await given(store, aGrant())];
    await neighbour.grants.rotate(two, later);
    const client = exampleClient({ client_id: anId() });
    const token = aToken();
    proxy.cutAfterCommit();
    const outcomes = await Promise.all([
      store.grants.rotate(one, { ...later, generation_at_ms: 8 }),
      store.grants.rotate(two, { ...later, generation_at_ms: 9 }),
      store.clients.create(client),
      store.access_tokens.issue(token),
    ]);
    assert.deepEqual(outcomes, [true, false, true, undefined]);
    assert.ok(await neighbour.access_tokens.find(token.signature));
  });

  it("nothing is written twice", async () => {
    const sid = anId();
    const request = aLogout({ sid });
    await store.logout_requests.begin(request, NOW + 60);
    proxy.cutAfterCommit();
    const client_id = anId();
    await store.logout_requests.complete({ ...request, state: "used" }, [aDelivery({ client_id })]);
    const due = await neighbour.logout_deliveries.take(NOW, NOW + 10, 1_000);
    assert.equal(due.filter((delivery) => delivery.client_id === client_id).length, 1);
  });
});

describe("PostgreSQL, by way of a network that fails", () => {
  before(openHasty);

  it("a database that stalls is unavailable, and is used again when it goes on", async () => {
    await whenAvailable(assertServes);
    proxy.stall();
    await assertUnavailable();
    proxy.mend();
    await untilReady();
    await whenAvailable(assertServes);
  });

  it("a connection that leads nowhere is noticed", async () => {
    await whenAvailable(assertServes);
    proxy.blackHole();
    await assertUnavailable();
    proxy.mend();
    await untilReady();
    await whenAvailable(assertServes);
  });

  it("a database that can be read and not written to is not ready", async () => {
    const name = new URL(dsn).pathname.slice(1);
    const administer = (sql: string) => runSql(new URL("/postgres", dsn).href, sql);
    await whenAvailable(assertServes);
    await whenAvailable(() => store.ping()); // Leaves a connection to read with.
    await administer(`alter database ${name} with allow_connections false`);
    try {
      await administer(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${name}' and query like '%write_attempt%'`);
      await assert.rejects(store.access_tokens.issue(aToken()), StoreUnavailableError);
      assert.equal(await store.access_tokens.find(randomBytes(16)), undefined);
      await assert.rejects(store.ping(), StoreUnavailableError);
    } finally {
      await administer(`alter database ${name} with allow_connections true`);
    }
  });

  it("a database that takes no connections is unavailable until it does", async () => {
    proxy.refuse();
    await assertUnavailable();
    proxy.mend();
    await untilReady();
    await whenAvailable(assertServes);
  });
});

/** What the holder of a code or token presents again after a 503. */
const retried = new Set([
  "a code is redeemed",
  "a refresh token is rotated",
  "a workspace code is exchanged",
  "a workspace refresh token is rotated",
  "an assertion is seen for the first time",
]);

describe("PostgreSQL, when the database is away after the commit until it is too late to answer", () => {
  for (const [name, prepare] of verbs.filter(([verb]) => retried.has(verb))) {
    it(`${name}: the outcome is unknown, and the second try succeeds`, async () => {
      const carryOut = await whenAvailable(prepare);
      proxy.cutAfterCommit(1, () => proxy.refuse());
      await assert.rejects(carryOut(), (error: unknown) => {
        return error instanceof StoreUnavailableError && error.outcome_unknown;
      });
      proxy.mend();
      await untilReady();
      assert.equal(await whenAvailable(carryOut), true);
      assert.notEqual(await whenAvailable(carryOut), true);
    });
  }

  it("a rotation whose tokens another server repeated meanwhile is not undone", async () => {
    const grant = await whenAvailable(() => given(store, aGrant()));
    proxy.cutAfterCommit(1, () => proxy.refuse());
    await assert.rejects(store.grants.rotate(grant, later), StoreUnavailableError);
    const rotated = await neighbour.grants.find(grant);
    assert.equal(rotated?.generation, grant.generation + 1);
    assert.equal(await neighbour.grants.confirm(rotated), true);
    proxy.mend();
    await untilReady();
    const found = await whenAvailable(() => store.grants.find(grant));
    assert.equal(found?.generation, grant.generation + 1);
    assert.equal(await whenAvailable(() => store.grants.rotate(grant, later)), false);
  });

  it("a rotation that was undone cannot be repeated any more", async () => {
    const grant = await whenAvailable(() => given(store, aGrant()));
    proxy.cutAfterCommit(1, () => proxy.refuse());
    await assert.rejects(store.grants.rotate(grant, later), StoreUnavailableError);
    const rotated = await neighbour.grants.find(grant);
    assert.ok(rotated !== undefined);
    proxy.mend();
    await untilReady();
    assert.equal(await neighbour.grants.confirm(rotated), false);
    assert.equal(await neighbour.grants.rotate(grant, later), true);
  });

  it("a batch is undone as a whole: each of its writes succeeds the second time", async () => {
    const batch: (() => Promise<unknown>)[] = [];
    for (const [name, prepare] of verbs)
      if (retried.has(name)) batch.push(await whenAvailable(prepare));
    const cuts = proxy.cuts();
    proxy.cutAfterCommit(1, () => proxy.refuse());
    const outcomes = await Promise.allSettled(batch.map((carryOut) => carryOut()));
    for (const outcome of outcomes) {
      assert.ok(outcome.status === "rejected");
      assert.ok(outcome.reason instanceof StoreUnavailableError && outcome.reason.outcome_unknown);
    }
    assert.equal(proxy.cuts(), cuts + 1, "they were one batch");
    proxy.mend();
    await untilReady();
    for (const carryOut of batch) assert.equal(await whenAvailable(carryOut), true);
  });

  it("a statement that never arrived is not taken for one that did", async () => {
    const grant = await whenAvailable(() => given(store, aGrant()));
    proxy.blackHole();
    await assert.rejects(store.grants.rotate(grant, later), StoreUnavailableError);
    proxy.mend();
    await untilReady();
    assert.equal(await whenAvailable(() => store.grants.rotate(grant, later)), true);
  });
});
