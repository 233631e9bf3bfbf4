import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { databases } from "../processes/databases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { type Caller, callerOf, install, pairOf, type Received } from "./caller.ts";
import { authorize, setUpWorkspace, registerIntegration, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

const AT_ONCE = 30;
const ROUNDS = 3;

for (const { name, emptyDsn } of databases) {
  describe(`two servers on one ${name} database`, async () => {
    const settings = { ...highLimits, dsn: await emptyDsn() };
    const here = await startTestServer(settings);
    const there = await startTestServer(settings);
    const { workspace, photos } = await setUpWorkspace(here.latchkey);
    await there.server.context.store.refresh();
    const callers = [callerOf(here, photos), callerOf(there, photos)];
    const [ours, theirs] = [callers[0] ?? assert.fail(), callers[1] ?? assert.fail()];

    /** Does the same many times at once, at both servers in turn. */
    const race = (ask: (caller: Caller) => Promise<Received>): Promise<readonly Received[]> =>
      Promise.all(
        Array.from({ length: AT_ONCE }, (_, turn) => ask(turn % 2 === 0 ? ours : theirs)),
      );

    const newCode = (subject = "alice"): Promise<string> => {
      pass(60);
      return authorize(here, photos, { subject });
    };
    const pass = (seconds: number): void => {
      here.clock.now += seconds;
      there.clock.now = here.clock.now;
    };

    /** The one that won. All the others must have lost, and nothing else. */
    const winnerOf = (answers: readonly Received[]): Received => {
      const [winner, ...others] = answers.toSorted((one, other) => one.status - other.status);
      assert.ok(winner !== undefined && others.length === AT_ONCE - 1);
      for (const loser of others) assertRefused(loser, 400, "invalid_grant");
      return winner;
    };

    /** The pair is good at both servers, and leads on to the next one. */
    const assertWorking = async (winner: Received): Promise<void> => {
      const pair = pairOf(winner);
      for (const caller of callers)
        for (const token of [pair.access_token, pair.refresh_token])
          assert.equal(await caller.isActive(token), true);
      assert.equal((await theirs.refresh(pair.refresh_token)).status, 200);
    };

    for (let round = 1; round <= ROUNDS; round += 1) {
      it(`${AT_ONCE} exchanges of one code: one wins, and its pair stays valid (${round})`, async () => {
        const code = await newCode();
        await assertWorking(winnerOf(await race(({ exchange }) => exchange(code))));
      });

      it(`${AT_ONCE} uses of one refresh token: one wins, and its pair stays valid (${round})`, async () => {
        const { refresh_token } = pairOf(await ours.exchange(await newCode()));
        pass(3600);
        await assertWorking(winnerOf(await race(({ refresh }) => refresh(refresh_token))));
      });
    }

    it("a code replayed at the other server revokes the grant", async () => {
      const code = await newCode();
      const { access_token } = pairOf(await ours.exchange(code));
      pass(11);
      assertRefused(await theirs.exchange(code), 400, "invalid_grant");
      assert.equal(await ours.isActive(access_token), false);
    });

    it("a refresh and a revocation at once leave nothing alive", async () => {
      for (let round = 1; round <= 5; round += 1) {
        const pair = pairOf(await ours.exchange(await newCode()));
        const [refreshed] = await Promise.all([
          ours.refresh(pair.refresh_token),
          theirs.revoke(pair.refresh_token),
        ]);
        const next = refreshed.status === 200 ? pairOf(refreshed) : pair;
        for (const caller of callers)
          for (const token of [next.access_token, next.refresh_token])
            assert.equal(await caller.isActive(token), false);
      }
    });

    it("the first two codes of one user, exchanged at once, are one bot", async () => {
      for (let round = 1; round <= 10; round += 1) {
        const subject = `rabbit ${round}`;
        await here.latchkey.createWorkspaceMember({ id: workspace.id, body: { subject } });
        const codes = [await newCode(subject), await newCode(subject)] as const;
        const answers = await Promise.all([ours.exchange(codes[0]), theirs.exchange(codes[1])]);
        const [first, second] = answers.map(pairOf);
        assert.equal(first?.bot_id, second?.bot_id);
        for (const { access_token } of answers.map(pairOf))
          assert.equal(await ours.isActive(access_token), true);
      }
    });

    it("eleven codes of one user, exchanged at once, leave ten pairs", async () => {
      const subject = "hare";
      await here.latchkey.createWorkspaceMember({ id: workspace.id, body: { subject } });
      const codes: string[] = [];
      for (let round = 1; round <= 11; round += 1)
        codes.push(await authorize(here, photos, { subject }));
      const answers = await Promise.all(
        codes.map((code, turn) => (turn % 2 === 0 ? ours : theirs).exchange(code)),
      );
      const alive = await Promise.all(
        answers.map((received) => ours.isActive(pairOf(received).access_token)),
      );
      assert.equal(alive.filter(Boolean).length, 10);
    });

    it("two templates copied into one workspace at once are both there", async () => {
      for (let round = 1; round <= 10; round += 1) {
        const [one, other] = await Promise.all([
          newAlbum(`One ${round}`),
          newAlbum(`Other ${round}`),
        ]);
        await there.server.context.store.refresh();
        const answers = await Promise.all([
          callerOf(here, one.app).exchange(one.code),
          callerOf(there, other.app).exchange(other.code),
        ]);
        const { resources } = await here.latchkey.getWorkspace(workspace);
        for (const { duplicated_template_id } of answers.map(pairOf))
          assert.ok(resources.some(({ id }) => id === duplicated_template_id));
      }
    });

    /** An integration with a template, and a code whose exchange makes a copy of it. */
    const newAlbum = async (title: string) => {
      const template = { id: crypto.randomUUID(), title };
      const app = await registerIntegration(here.latchkey, { template });
      const consent = { workspace_id: workspace.id, duplicate_template: true };
      return { app, code: await authorize(here, app, { consent }) };
    };

    it("five wrong guesses at once cost the code, wherever they are made", async () => {
      const code = await newCode();
      const wrong = { redirect_uri: "https://mallory.example/" };
      await race(({ exchange }) => exchange(code, wrong));
      assertRefused(await ours.exchange(code), 400, "invalid_grant");
    });

    it("what one server ends is over at the other", async () => {
      pass(60);
      const { bot_id, access_token, refresh_token } = await install(here, photos);
      assert.equal(await theirs.isActive(access_token), true);
      await here.latchkey.deleteInstallation({ bot_id });
      assert.equal(await theirs.isActive(access_token), false);
      assertRefused(await theirs.refresh(refresh_token), 400, "invalid_grant");
    });

    it("an integration that one server disables is unknown at the other", async () => {
      const { id } = photos;
      const switchTo = async (enabled: boolean, server: TestServer): Promise<void> => {
        const present = await here.latchkey.getIntegration({ id });
        await here.latchkey.updateIntegration({ id, body: { ...present, enabled } });
        await server.server.context.store.refresh();
      };
      await switchTo(false, there);
      assertRefused(await theirs.revoke("x"), 401, "invalid_client");
      await switchTo(true, there);
      assert.equal((await theirs.revoke("x")).status, 200);
    });
  });
}
