import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { emptyPostgres } from "../support/postgres.ts";
import { createTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import {
  ALBUMS,
  end,
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

/** What is ended in each case: of everything that alice, bob and the clients hold. */
const cases: Readonly<Record<string, (held: readonly Held[], alice: string) => Holder>> = {
  "a subject": (_held, subject) => ({ subject }),
  "a subject that is a client": () => ({ subject: "job" }),
  "a client": () => ({ client_id: "photos" }),
  "a client with JWTs": () => ({ client_id: "cards" }),
  "a client that acts for itself": () => ({ client_id: "job" }),
  "a client that exchanges tokens": () => ({ client_id: "printer" }),
  "the client of a device": () => ({ client_id: "tv" }),
  "a client that asks in the backchannel": () => ({ client_id: "bank" }),
  "an API": () => ({ audience: ALBUMS }),
  "an API of exchanged tokens": () => ({ audience: PRINTS }),
  "a session": (held) => holderIn(held, "session_id"),
  "a grant": (held) => holderIn(held, "grant_id"),
};

function holderIn(held: readonly Held[], field: "session_id" | "grant_id"): Holder {
  const found = held[0]?.of.find((holder) => holder[field] !== undefined);
  return found ?? assert.fail();
}

for (const [database, open] of [
  ["SQLite", () => startTwoServers()],
  ["PostgreSQL", onPostgres],
] as const) {
  describe(`end everything, with two servers on ${database}`, () => {
    it("a login session is counted and removed", async () => {
      const [one] = await open();
      const parties = await registerParties(one);
      const held = await heldByUser(one, parties.alice, parties);
      const session = holderIn(held, "session_id");
      for (const dry_run of [true, false])
        assert.equal((await end(one, { ...session, dry_run })).ended["login_sessions"], 1);
      assert.equal((await end(one, session)).ended["login_sessions"], 0);
    });

    for (const [title, choose] of Object.entries(cases)) {
      it(`${title}: all that it holds is refused on both servers, and nothing else`, async () => {
        const [one, two] = await open();
        const parties = await registerParties(one);
        await two.server.context.store.refresh();
        const held = [
          ...(await heldByUser(one, parties.alice, parties)),
          ...(await heldByUser(one, parties.bob, parties)),
          ...(await heldByMachine(one, parties)),
        ];
        const holder = choose(held, parties.alice);
        const isOf = ({ of }: Held): boolean =>
          of.some((other) => JSON.stringify(other) === JSON.stringify(holder));
        assert.ok(held.some(isOf) && !held.every(isOf));

        const expected = await end(one, { ...holder, dry_run: true });
        assert.equal(expected.dry_run, true);
        const ended = await end(one, holder);
        assert.deepEqual(ended, { ...expected, dry_run: false });
        assert.ok(ended.complete);

        await two.server.context.store.refresh(); // As it does twice a second.
        for (const each of held)
          for (const server of [two, one])
            if (server === two || isOf(each))
              assert.equal(await each.works(server), !isOf(each), each.title);
      });
    }
  });
}
