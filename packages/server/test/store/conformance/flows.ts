import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mintFlowId } from "../../../src/crypto/flow-id.ts";
import type { Flow } from "../../../src/interaction/flow.ts";
import {
  aFlow,
  aGrant,
  anId,
  aPushedRequest,
  given,
  type Servers,
  noTraces,
  NOW,
  plain,
} from "./example.ts";
import { bytes, optional } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";
import type { Store } from "../../../src/store/port/store.ts";

/** The contract of flows. */
export function describeFlows(servers: () => Servers): void {
  describe("flows", () => {
    it("finds what was begun, every field of it", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      assert.deepEqual(await peer.flows.find(flow.flow_id), plain(flow));
      assert.equal(await store.flows.find(anId()), undefined);
    });

    it("finds a flow of every purpose, at every server", async () => {
      const { store, peer } = servers();
      const purposes: readonly Flow["purpose"][] = [
        { kind: "authorization" },
        { kind: "installation", integration_id: anId(), owner: "workspace" },
        { kind: "sign_in", return_to: "https://latchkey.example/workspace/installed" },
        { kind: "device", expires_at: NOW + 600 },
      ];
      for (const purpose of purposes) {
        const flow = aFlow({ purpose });
        await store.flows.begin(flow, NOW + 60);
        assert.deepEqual((await peer.flows.find(flow.flow_id))?.purpose, purpose);
      }
    });

    it("lets one of two steps from the same version win", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const steps = [
        { ...flow, login: { ...flow.login, state: "waiting" as const, subject: "alice" } },
        { ...flow, login: { ...flow.login, state: "waiting" as const, subject: "bob" } },
      ] as const;
      const won = await Promise.all([store.flows.advance(steps[0]), peer.flows.advance(steps[1])]);
      assert.equal(won.filter(Boolean).length, 1);
      const found = await store.flows.find(flow.flow_id);
      assert.ok(found);
      assert.deepEqual(plain(found), plain({ ...steps[won[0] ? 0 : 1], version: 1 }));
    });

    it("caches the last step it took, from which no other succeeds once another server has advanced the flow", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      assert.equal(peer.flows.findCached(flow.flow_id), undefined);
      await store.flows.advance(flow);
      const stepped = { ...flow, version: 1 };
      assert.deepEqual(store.flows.findCached(flow.flow_id), stepped);

      assert.equal(await peer.flows.advance(stepped), true);
      assert.deepEqual(store.flows.findCached(flow.flow_id), stepped);
      assert.equal(await store.flows.advance(stepped), false);
      assert.equal((await store.flows.find(flow.flow_id))?.version, 2);
    });

    it("creates one grant, however many requests complete the flow", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const grant = aGrant({ grant_id: flow.flow_id });
      const won = await Promise.all(
        [store, peer, store, peer].map((server) => server.flows.complete(flow, grant, noTraces)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await store.grants.findById(flow.flow_id), grant);
    });

    it("finds a pushed request at every server, with nothing of it in the clear", async () => {
      const { database, store, peer } = servers();
      const pushed = aPushedRequest();
      await store.pushed_requests.push(pushed, NOW + 60);
      assert.deepEqual(await peer.pushed_requests.find(pushed.request_id), pushed);
      assert.equal(await peer.pushed_requests.find(anId()), undefined);
      const rows = await database.read(() =>
        query({ returns: { sealed: bytes }, sql: "select sealed from pushed_request" })({}),
      );
      assert.ok(rows.length > 0);
      for (const { sealed } of rows) assert.ok(!Buffer.from(sealed).includes("login_hint"));
    });

    it("completes one of several flows of a pushed request, at whichever server", async () => {
      const { store, peer } = servers();
      const pushed = aPushedRequest();
      await store.pushed_requests.push(pushed, NOW + 60);
      const flows = Array.from({ length: 4 }, () =>
        aFlow({ pushed_request_id: pushed.request_id }),
      );
      for (const flow of flows) await store.flows.begin(flow, NOW + 60);
      const won = await Promise.all(
        flows.map((flow, index) =>
          (index % 2 === 0 ? store : peer).flows.complete(
            flow,
            aGrant({ grant_id: flow.flow_id }),
            noTraces,
          ),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal(await peer.pushed_requests.find(pushed.request_id), undefined);
      for (const [index, flow] of flows.entries()) {
        const found = await store.flows.find(flow.flow_id);
        assert.equal(found?.version, won[index] === true ? 1 : 0, "a flow that lost did not move");
        assert.equal((await store.grants.findById(flow.flow_id)) !== undefined, won[index]);
      }
    });

    it("completes the flow of a pushed request once, and lets it lose a race before", async () => {
      const { store, peer } = servers();
      const pushed = aPushedRequest();
      await store.pushed_requests.push(pushed, NOW + 60);
      const flow = aFlow({ pushed_request_id: pushed.request_id });
      await store.flows.begin(flow, NOW + 60);
      const grant = aGrant({ grant_id: flow.flow_id });
      assert.equal(await store.flows.complete({ ...flow, version: 7 }, grant, noTraces), false);
      assert.equal(await peer.flows.complete(flow, grant, noTraces), true);
      assert.equal(await store.flows.complete(flow, grant, noTraces), false);
    });

    it("sweeps pushed requests that have expired", async () => {
      const { store } = servers();
      const [expired, current] = [NOW - 1, NOW + 60].map((expires_at) => ({
        ...aPushedRequest(),
        request_id: mintFlowId(expires_at * 1000),
        expires_at,
      }));
      assert.ok(expired && current);
      for (const { expires_at, ...pushed } of [expired, current])
        await store.pushed_requests.push(pushed, expires_at);
      await store.sweep(NOW, 1_000);
      assert.equal(await store.pushed_requests.find(expired.request_id), undefined);
      assert.ok(await store.pushed_requests.find(current.request_id));
    });

    it("takes steps of every kind in one batch, each as if it were alone", async () => {
      const { store, peer } = servers();
      const [begun, answered, asked, completed, late] = Array.from({ length: 5 }, () => aFlow());
      assert.ok(begun && answered && asked && completed && late);
      for (const flow of [answered, asked, completed, late])
        await store.flows.begin(flow, NOW + 60);
      const grantOf = ({ flow_id }: Flow) => aGrant({ grant_id: flow_id, sid: flow_id });
      const traces = { ...noTraces, session_expires_at: NOW + 60 };
      const [, ...won] = await Promise.all([
        store.flows.begin(begun, NOW + 60),
        store.flows.advance({ ...answered, login: aliceAccepted(answered) }),
        store.flows.askConsent({ ...asked, consent: waiting }),
        store.flows.complete(completed, grantOf(completed), traces),
        store.flows.complete({ ...late, version: 7 }, grantOf(late), traces),
      ]);
      assert.deepEqual(won, [true, true, true, false]);
      const versions = await Promise.all(
        [begun, answered, asked, completed, late].map(async ({ flow_id }) => {
          return (await peer.flows.find(flow_id))?.version;
        }),
      );
      assert.deepEqual(versions, [0, 1, 1, 1, 0]);
      assert.deepEqual(await peer.grants.findById(completed.flow_id), grantOf(completed));
      assert.equal((await peer.login_sessions.visitsOf(completed.flow_id)).length, 1);
      assert.equal(await peer.grants.findById(late.flow_id), undefined);
      assert.equal((await peer.login_sessions.visitsOf(late.flow_id)).length, 0);
    });

    it("lets one of two kinds of step from the same version win, in one batch with others", async () => {
      const { store } = servers();
      const [flow, other] = [aFlow(), aFlow()];
      for (const each of [flow, other]) await store.flows.begin(each, NOW + 60);
      const won = await Promise.all([
        store.flows.advance({ ...flow, login: aliceAccepted(flow) }),
        store.flows.askConsent({ ...flow, consent: waiting }),
        store.flows.askConsent({ ...other, consent: waiting }),
      ]);
      assert.equal(won.filter(Boolean).length, 2);
      assert.ok(won[2]);
      assert.equal((await store.flows.find(flow.flow_id))?.version, 1);
    });

    it("shows every server the stage of a flow, and its request until the end", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      await store.flows.begin(flow, NOW + 60);
      const accepted = { ...flow, login: aliceAccepted(flow) };
      assert.ok(await peer.flows.advance(accepted));
      const { login } = accepted;
      const asked = {
        ...accepted,
        version: 1,
        login: { ...login, state: "used" },
        consent: waiting,
      } as const;
      const won = await Promise.all([store, peer].map((one) => one.flows.askConsent(asked)));
      assert.equal(won.filter(Boolean).length, 1);
      const present = { ...asked, version: 2 };
      for (const server of [peer, store]) await isKnown(server, present);

      const answered = { ...present, version: 3, consent: allowed };
      assert.ok(await store.flows.advance({ ...answered, version: 2 }));
      for (const server of [peer, store]) await isKnown(server, answered);

      await store.flows.complete(answered, aGrant({ grant_id: flow.flow_id }), noTraces);
      const over = { ...present, version: 4, consent: { skip: false, state: "used" as const } };
      for (const server of [peer, store]) await isKnown(server, over);
    });

    it("finds a context of any JSON, at every server", async () => {
      const { store, peer } = servers();
      for (const context of ["north", 7, false, ["a", "b"], { tenant: "north" }]) {
        const flow = aFlow();
        await store.flows.begin(flow, NOW + 60);
        const login = aliceAccepted(flow);
        const accepted = { ...flow, login: { ...login, answer: { ...login.answer, context } } };
        assert.ok(await store.flows.advance(accepted));
        await isKnown(peer, { ...accepted, version: 1 });
        const consent = { ...allowed, answer: { ...allowed.answer, context } };
        assert.ok(await peer.flows.advance({ ...accepted, version: 1, consent }));
        await isKnown(store, { ...accepted, version: 2, consent });
      }
    });

    it("changes the browser's session with the step, or not at all", async () => {
      const { store, peer } = servers();
      const [flow, other] = [aFlow(), aFlow()];
      for (const each of [flow, other]) await store.flows.begin(each, NOW + 60);
      const sessionOf = (sid: string) => {
        return { sid, subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      };
      const [before, first, second, third] = [anId(), anId(), anId(), anId()].map(sessionOf);
      assert.ok(before && first && second && third);
      await store.login_sessions.remember(before);
      const alive = async () => {
        const found = [before, first, second, third].map(({ sid }) =>
          peer.login_sessions.find(sid, NOW),
        );
        return (await Promise.all(found)).map((session) => session !== undefined);
      };
      const remember = { kind: "remember", max_age: undefined } as const;

      const begins = { ...remember, session: first, replaces: undefined };
      assert.ok(await store.flows.askConsent({ ...flow, consent: waiting }, begins));
      assert.deepEqual(await alive(), [true, true, false, false]);

      const late = { ...remember, session: second, replaces: before.sid };
      assert.equal(await store.flows.askConsent({ ...flow, consent: waiting }, late), false);
      assert.equal(await store.flows.advance(flow, { ...late, replaces: undefined }), false);
      assert.deepEqual(await alive(), [true, true, false, false]);

      const replaces = { ...remember, session: third, replaces: first.sid };
      assert.ok(await store.flows.askConsent({ ...other, consent: waiting }, replaces));
      assert.deepEqual(await alive(), [true, false, false, true]);

      const ends = { kind: "forget", sid: third.sid } as const;
      assert.ok(await store.flows.advance({ ...other, version: 1 }, ends));
      assert.deepEqual(await alive(), [true, false, false, false]);
    });

    it("extends the browser's session with the step, and its visits, unless it has ended", async () => {
      const { store, peer } = servers();
      const [flow, other, late] = [aFlow(), aFlow(), aFlow()];
      for (const each of [flow, other, late]) await store.flows.begin(each, NOW + 60);
      const [sid, another] = [anId(), anId()];
      const session = { sid, subject: anId(), authenticated_at: NOW, expires_at: NOW + 10 };
      const expiring = { ...noTraces, session_expires_at: NOW + 10 };
      for (const each of [session, { ...session, sid: another }]) {
        await store.login_sessions.remember({ ...each, acr: "gold" });
        await given(store, aGrant({ sid: each.sid }), expiring);
      }
      const extend = (expires_at: number) => {
        return { kind: "extend", sid, expires_at, max_age: undefined } as const;
      };

      assert.ok(await store.flows.askConsent({ ...flow, consent: waiting }, extend(NOW + 50)));
      assert.equal(
        await peer.flows.askConsent({ ...flow, consent: waiting }, extend(NOW + 90)),
        false,
      );
      const extended = { ...session, acr: "gold", expires_at: NOW + 50 };
      assert.deepEqual({ ...(await peer.login_sessions.find(sid, NOW + 49)) }, extended);
      assert.equal(await peer.login_sessions.find(sid, NOW + 50), undefined);
      await store.sweep(NOW + 11, 1_000);
      assert.equal((await peer.login_sessions.visitsOf(sid)).length, 1);
      assert.equal((await peer.login_sessions.visitsOf(another)).length, 0);

      assert.ok(await store.flows.askConsent({ ...other, consent: waiting }, extend(NOW + 20)));
      assert.equal(await peer.login_sessions.find(sid, NOW + 20), undefined, "set, not added");

      await peer.login_sessions.forget(sid);
      assert.ok(await store.flows.advance(late, extend(NOW + 50)));
      assert.equal(await store.login_sessions.find(sid, NOW), undefined, "it stays ended");
    });

    it("continues a flow that was stored in one column with its answers", async () => {
      const { store, peer } = servers();
      const flow = aFlow();
      const login = aliceAccepted(flow);
      await store.flows.begin({ ...flow, login }, NOW + 60);
      const consent = { skip: true, state: "waiting" } as const;
      const asked = { ...flow, login: { ...login, state: "used" as const }, consent };
      assert.ok(await store.flows.askConsent(asked));
      await isKnown(peer, { ...asked, version: 1 });
    });

    it("stores nothing of a flow in the clear", async () => {
      const { database, store } = servers();
      const flow = aFlow({ request_url: "https://confidential.example" });
      await store.flows.begin(flow, NOW + 60);
      await store.flows.advance({ ...flow, login: aliceAccepted(flow), consent: waiting });
      const rows = await database.read(() =>
        query({
          returns: { sealed: bytes, answers: optional(bytes) },
          sql: "select sealed, answers from flow",
        })({}),
      );
      assert.ok(rows.some(({ answers }) => answers !== undefined));
      for (const { sealed, answers } of rows) {
        assert.ok(!Buffer.from(sealed).includes("confidential"));
        assert.ok(!Buffer.from(answers ?? "").includes("alice"));
      }
    });
  });
}

const allowed = {
  skip: false,
  state: "accepted",
  answer: {
    grant_scope: ["openid"],
    grant_access_token_audience: [],
    access_token: {},
    id_token: {},
    remember: false,
    remember_for: 0,
    handled_at: NOW,
  },
} as const;

const waiting = { skip: false, state: "waiting" } as const;

async function isKnown({ flows }: Store, flow: Flow): Promise<void> {
  const found = await flows.find(flow.flow_id);
  assert.ok(found);
  assert.deepEqual(plain(found), plain(flow));
}

function aliceAccepted({ login: { sid } }: Flow) {
  const answer = {
    subject: "alice",
    remember: false,
    remember_for: 0,
    context: {},
    authenticated_at: NOW,
  };
  const question = { skip: false, sid, subject: "", authenticated_at: undefined };
  return { ...question, state: "accepted" as const, answer };
}
