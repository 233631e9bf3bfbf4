import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { emptyPostgres } from "../support/postgres.ts";
import { createTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import {
  ALBUMS,
  type Held,
  heldByMachine,
  heldByUser,
  type Holder,
  PRINTS,
  registerParties,
} from "./held.ts";

/** Two servers on one database. */
type TwoServers = readonly [TestServer, TestServer];

async function onPostgres(): Promise<TwoServers> {
  const dsn = await emptyPostgres();
  const servers = [await createTestServer({ dsn }), await createTestServer({ dsn })] as const;
  after(() => Promise.all(servers.map(({ server }) => server.close())));
  return servers;
}

interface Case {
  readonly holder: (alice: string) => Holder;
  readonly set: (world: TestServer, enabled: boolean) => Promise<unknown>;
  /** Of what it holds, what works again when it is enabled. */
  readonly comesBack: boolean;
  /** What is not refused meanwhile. */
  readonly outlives?: RegExp;
}

const cases: Readonly<Record<string, Case>> = {
  "an account": {
    holder: (subject) => ({ subject }),
    set: ({ latchkey }, enabled) =>
      latchkey.updateAccount({
        username: "alice",
        body: { state: enabled ? "active" : "disabled" },
      }),
    comesBack: false,
  },
  ...clientCase("photos"),
  ...clientCase("cards"),
  ...clientCase("tv"),
  ...clientCase("bank"),
  ...clientCase("job"),
  ...clientCase("printer"),
  "an API": apiCase(ALBUMS),
  "an API of exchanged tokens": apiCase(PRINTS),
};

function clientCase(client_id: string): Readonly<Record<string, Case>> {
  return {
    [`the client ${client_id}`]: {
      holder: () => ({ client_id }),
      set: ({ latchkey }, enabled) => setEnabled(latchkey, client_id, enabled),
      comesBack: true,
    },
  };
}

function setEnabled(latchkey: TestServer["latchkey"], id: string, enabled: boolean) {
  const patch = [{ op: "replace", path: "/enabled", value: enabled }] as const;
  return latchkey.patchOAuth2Client({ id, body: patch });
}

/** What waits for its user does so still: no token comes of it before the API is enabled again. */
function apiCase(audience: string): Case {
  return {
    holder: () => ({ audience }),
    set: async ({ latchkey }, enabled) => {
      const [api] = await latchkey.listApis({ search: audience });
      assert.ok(api);
      return latchkey.updateApi({ id: api.id, body: { ...api, enabled } });
    },
    comesBack: true,
    outlives: /under way|waits/,
  };
}

for (const [database, open] of [
  ["SQLite", () => startTwoServers()],
  ["PostgreSQL", onPostgres],
] as const) {
  describe(`disabled, with two servers on ${database}`, () => {
    for (const [title, { holder: choose, set, comesBack, outlives = /^$/ }] of Object.entries(
      cases,
    )) {
      it(`${title}: all that it holds is refused on both servers, and nothing else`, async () => {
        const [one, two] = await open();
        const parties = await registerParties(one);
        for (const identifier of [ALBUMS, PRINTS])
          await one.latchkey.createApi({ body: { identifier } });
        await two.server.context.store.refresh();
        const held = [
          ...(await heldByUser(one, parties.alice, parties)),
          ...(await heldByUser(one, parties.bob, parties)),
          ...(await heldByMachine(one, parties)),
        ];
        const holder = choose(parties.alice);
        const isOf = ({ of, title: name }: Held): boolean =>
          !outlives.test(name) &&
          of.some((other) => JSON.stringify(other) === JSON.stringify(holder));
        assert.ok(held.some(isOf) && !held.every(isOf));

        await set(one, false);
        await set(one, false); // Again: nothing happens.
        await two.server.context.store.refresh(); // As it does twice a second.
        for (const each of held)
          for (const server of [two, one])
            if (isOf(each)) assert.equal(await each.works(server), false, each.title);

        await set(two, true);
        await one.server.context.store.refresh();
        for (const { clock } of [one, two]) clock.now += 3; // What is requested after that time is not ended.
        for (const each of held)
          assert.equal(await each.works(one), comesBack || !isOf(each), each.title);
      });
    }
  });
}
