import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { OAuth2TokenResponse } from "@latchkey/api";
import { databases } from "../processes/databases.ts";
import type { ServingProcess } from "../processes/latchkey-process.ts";
import { isActive } from "../operations/machine.ts";
import { sendHead, type Reply } from "../support/held-request.ts";
import {
  CALLBACK,
  codeOfAlice,
  openPeerBrowser,
  registerPhotos,
  startPeer,
} from "../support/processes.ts";

const AT_ONCE = 50;
const ROUNDS = 5;

for (const { name, emptyDsn } of databases) {
  describe(`two server processes on one ${name} database`, () => {
    let peers: readonly [ServingProcess, ServingProcess];
    let authorization: string;
    before(async () => {
      const dsn = await emptyDsn();
      peers = await Promise.all([startPeer(dsn), startPeer(dsn)]);
      authorization = await registerPhotos(peers[0].latchkey);
    });
    after(() => Promise.all(peers.map(({ kill }) => kill("SIGTERM"))));

    const newCode = (): Promise<string> =>
      codeOfAlice(openPeerBrowser(peers[0]), peers[1].latchkey);
    const showAtOnce = (form: Readonly<Record<string, string>>): Promise<readonly Reply[]> =>
      race(peers, AT_ONCE, { form, authorization });

    for (let round = 1; round <= ROUNDS; round += 1) {
      it(`${AT_ONCE} redemptions of one code: one wins, and the others revoke nothing (${round})`, async () => {
        const replies = await showAtOnce(redemptionOf(await newCode()));
        const [winner, ...others] = replies.toSorted((one, other) => one.status - other.status);
        assert.equal(winner?.status, 200);
        assert.equal(others.length, AT_ONCE - 1);
        for (const { status, error } of others)
          assert.deepEqual({ status, error }, { status: 400, error: "invalid_grant" });

        await assertWorking(winner);
      });

      it(`${AT_ONCE} redemptions sent without a starting gun: one wins, and keeps what it won (${round})`, async () => {
        const form = redemptionOf(await newCode());
        const replies = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) =>
            peers[index % 2 === 0 ? 0 : 1].latchkey.call("oauth2Token", form, { authorization }),
          ),
        );
        const winners = replies.filter((reply) => reply.ok);
        assert.equal(winners.length, 1);
        await assertWorking(winners[0]?.body ?? {});
      });

      it(`${AT_ONCE} uses of one refresh token: all get the same successor (${round})`, async () => {
        const first = await redeem(await newCode());
        const replies = await showAtOnce(refreshOf(first));
        const [successor] = replies;
        assert.ok(successor !== undefined && replies.length === AT_ONCE);
        for (const { status, access_token, refresh_token } of replies) {
          assert.equal(status, 200);
          assert.equal(access_token, successor.access_token);
          assert.equal(refresh_token, successor.refresh_token);
        }
        assert.equal(await isActive(peers[0].latchkey, first.access_token), false);

        await assertWorking(successor);
      });

      it(`a code presented again after the response revokes its grant (${round})`, async () => {
        const code = await newCode();
        const tokens = await redeem(code);
        const [, other] = peers;
        const replay = await other.latchkey.call("oauth2Token", redemptionOf(code), {
          authorization,
        });
        assert.equal(replay.status, 400);
        for (const { latchkey } of peers) {
          assert.equal(await isActive(latchkey, tokens.access_token), false);
          assert.equal(await isActive(latchkey, tokens.refresh_token ?? ""), false);
        }
      });
    }

    const redeem = (code: string): Promise<OAuth2TokenResponse> =>
      peers[0].latchkey.oauth2Token(redemptionOf(code), { authorization });

    /** The tokens are valid at both servers, and lead on to the next ones. */
    async function assertWorking(tokens: Partial<OAuth2TokenResponse>): Promise<void> {
      for (const { latchkey } of peers) {
        assert.equal(await isActive(latchkey, tokens.access_token ?? ""), true);
        assert.equal(await isActive(latchkey, tokens.refresh_token ?? ""), true);
      }
      const next = await peers[1].latchkey.oauth2Token(refreshOf(tokens), { authorization });
      assert.equal(await isActive(peers[0].latchkey, next.access_token), true);
      assert.equal(await isActive(peers[0].latchkey, tokens.access_token ?? ""), false);
    }
  });
}

const redemptionOf = (code: string) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: CALLBACK,
});

const refreshOf = ({ refresh_token = "" }: Partial<OAuth2TokenResponse>) => ({
  grant_type: "refresh_token",
  refresh_token,
});

/**
 * Asks for tokens many times at once, the servers in turn. Each request is held before its body until every server has
 * said that all of its requests arrived, so that the losers lost a race and are not replays.
 */
async function race(
  peers: readonly ServingProcess[],
  count: number,
  asked: { form: Readonly<Record<string, string>>; authorization: string },
): Promise<readonly Reply[]> {
  const starters = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const peer = peers[index % peers.length];
      assert.ok(peer !== undefined);
      return sendHead(`${peer.public_url}/oauth2/token`, asked);
    }),
  );
  return Promise.all(starters.map((start) => start()));
}
