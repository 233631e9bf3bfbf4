import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { mintFlowId } from "../../../src/crypto/flow-id.ts";
import { mintOpaqueToken } from "../../../src/crypto/opaque-token.ts";
import type { AccessToken } from "../../../src/oauth/access-token.ts";
import { insertValues } from "../../../src/store/database/sql.ts";
import { command, type Script } from "../../../src/store/database/statement.ts";
import { lease } from "../../../src/store/tables/leases.ts";
import type { NewAccessToken } from "../../../src/store/port/grant-store.ts";
import { aFlow, anId, type Servers, NOW } from "./example.ts";

/** The contract of access tokens, and about what has expired. */
export function describeTokens(servers: () => Servers): void {
  describe("access tokens", () => {
    it("finds what was issued, every field of it", async () => {
      const { store, peer } = servers();
      const token = aToken({ scope: ["read", "write"], audience: ["https://api.example"] });
      await store.access_tokens.issue(token);
      const found = (await peer.access_tokens.find(token.signature)) ?? assert.fail();
      assert.deepEqual({ ...found, signature: Buffer.from(found.signature) }, token);

      const details = { cnf: { jkt: "a-thumbprint" }, act: { sub: "agent" } };
      const bound = { ...aToken(), details };
      await store.access_tokens.issue(bound);
      assert.deepEqual((await peer.access_tokens.find(bound.signature))?.details, details);

      const ext = { role: "admin", name: 'the "Tea Shop" \\ 茶' };
      for (const claimed of [
        { ...aToken(), ext },
        { ...bound, ...aToken(), details, ext },
      ]) {
        await store.access_tokens.issue(claimed);
        const read = (await peer.access_tokens.find(claimed.signature)) ?? assert.fail();
        assert.deepEqual(read.ext, ext);
        assert.deepEqual(read.details, claimed.details ?? {});
      }

      const ofGrant = { grant_id: anId(), subject_key: 4_711, client_epoch: 3 };
      const login = { sid: "a session", client_id: "photos, of alice", issued_at: NOW };
      const ofToken = { signature: token.signature };
      const named = { named_by: "urn:a", subject: "alice, 茶", actor: "dana", client_id: "a desk" };
      for (const sources of [[ofGrant], [ofToken], [ofGrant, login, ofToken], [named, ofGrant]]) {
        const exchanged = { ...aToken(), sources };
        await store.access_tokens.issue(exchanged);
        const read = await peer.access_tokens.find(exchanged.signature);
        assert.deepEqual(read?.sources, sources);
      }
    });

    it("issues a token with what is written in the same transaction, or neither", async () => {
      const { store, peer } = servers();
      const [token, failed, other] = [aToken(), aToken(), aToken()];
      await store.access_tokens.issue(token, () => writeLease(token));
      assert.ok(await peer.access_tokens.find(token.signature));
      assert.equal(await peer.leases.take(leaseOf(token), "another", NOW, 60), false);
      const failing = store.access_tokens.issue(failed, function* fail() {
        yield* writeLease(failed);
        throw new Error("a bug");
      });
      await Promise.all([
        assert.rejects(failing, { message: "a bug" }),
        store.access_tokens.issue(other),
      ]);
      assert.equal(await peer.access_tokens.find(failed.signature), undefined);
      assert.equal(await peer.leases.take(leaseOf(failed), "another", NOW, 60), true);
      assert.ok(await peer.access_tokens.find(other.signature));
    });

    it("issues and finds hundreds at once", async () => {
      const { store } = servers();
      const tokens = Array.from({ length: 333 }, () => aToken());
      await Promise.all(tokens.map((token) => store.access_tokens.issue(token)));
      const found = await Promise.all(
        tokens.map((token) => store.access_tokens.find(token.signature)),
      );
      assert.deepEqual(
        found.map((token) => token?.client_id),
        tokens.map((token) => token.client_id),
      );
      assert.equal(await store.access_tokens.find(aToken().signature), undefined);
    });

    it("loses no write but the one that fails", async () => {
      const { store } = servers();
      const taken = aToken();
      await store.access_tokens.issue(taken);
      const tokens = [aToken(), taken, aToken()];
      const settled = await Promise.allSettled(
        tokens.map((token) => store.access_tokens.issue(token)),
      );
      assert.deepEqual(
        settled.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled"],
      );
      for (const { signature } of tokens) assert.ok(await store.access_tokens.find(signature));
    });

    it("revokes one, and again without an error", async () => {
      const { store } = servers();
      const token = aToken();
      await store.access_tokens.issue(token);
      await store.access_tokens.revoke(token.signature);
      await store.access_tokens.revoke(token.signature);
      assert.equal(await store.access_tokens.find(token.signature), undefined);
    });

    it("flushes expired tokens, but none issued since the cut-off and none that is valid", async () => {
      const { store } = servers();
      const expired = aToken({ issued_at: NOW - 200, expires_at: NOW - 100 });
      const recent = aToken({ issued_at: NOW - 20, expires_at: NOW - 10 });
      const alive = aToken({ issued_at: NOW - 200, expires_at: NOW + 100 });
      for (const token of [expired, recent, alive]) await store.access_tokens.issue(token);
      assert.equal(await store.access_tokens.flush(NOW, NOW - 100, 100), 1);
      assert.equal(await store.access_tokens.find(expired.signature), undefined);
      assert.ok(await store.access_tokens.find(recent.signature));
      assert.ok(await store.access_tokens.find(alive.signature));
    });
  });

  it("sweeps what has expired, a few at a time, and nothing else", async () => {
    const { store, peer } = servers();
    await store.sweep(NOW, 1_000);
    const alive = aToken({ expires_at: NOW + 1 });
    const expired = Array.from({ length: 5 }, () => aToken({ expires_at: NOW - 1 }));
    for (const token of [alive, ...expired]) await store.access_tokens.issue(token);
    await store.seen_assertions.remember(randomBytes(32), NOW - 1);
    const late = aFlow({ flow_id: mintFlowId((NOW - 1) * 1000 + 999) });
    const waiting = aFlow({ flow_id: mintFlowId(NOW * 1000) });
    await store.flows.begin(late, NOW - 1);
    await store.flows.begin(waiting, NOW);
    assert.deepEqual(
      [await store.sweep(NOW, 4), await store.sweep(NOW, 4), await store.sweep(NOW, 4)],
      [6, 1, 0],
    );
    assert.ok(await store.access_tokens.find(alive.signature));
    assert.equal(await peer.flows.find(late.flow_id), undefined);
    assert.ok(await peer.flows.find(waiting.flow_id));
  });

  it("keeps a token whose key begins with its time of issue, as in earlier versions, until it expires", async () => {
    const { store } = servers();
    const { signature } = mintOpaqueToken((NOW - 60) * 1000);
    await store.access_tokens.issue(aToken({ signature, expires_at: NOW }));
    await store.sweep(NOW, 1_000);
    assert.ok(await store.access_tokens.find(signature));
    await store.sweep(NOW + 1, 1_000);
    assert.equal(await store.access_tokens.find(signature), undefined);
  });
}

function aToken({ expires_at = NOW + 3_600, ...rest }: Partial<AccessToken> = {}): NewAccessToken {
  return {
    signature: mintOpaqueToken(expires_at * 1000).signature,
    client_id: anId(),
    client_epoch: 7,
    subject: "alice",
    scope: [],
    audience: [],
    issued_at: NOW,
    expires_at,
    details: undefined,
    sources: undefined,
    ...rest,
  };
}

const insertLease = command({
  given: lease.columns,
  sql: `insert into lease ${insertValues(lease.columns)}`,
});

const leaseOf = ({ signature }: NewAccessToken): string =>
  Buffer.from(signature).toString("base64url");

function* writeLease(token: NewAccessToken): Script<void> {
  yield* insertLease({ name: leaseOf(token), holder: "a transaction", expires_at: NOW + 60 });
}
