import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { StoreUnavailableError } from "@latchkey/server/feature/store";
import { ProviderError } from "../federation/client/provider-error.ts";
import { readNewProvider } from "../federation/rules/identity-provider.ts";
import type { ProviderTokens } from "../federation/rules/provider-tokens.ts";
import type { KeptTokens } from "./rules/kept-tokens.ts";
import type { FoundTokens, KeptTokenStore } from "./store/port.ts";
import { createVault } from "./vault.ts";

const NOW = 1_800_000_000;
const read = readNewProvider(
  { id: "there", issuer: "https://there.example", client_id: "here", keep_tokens: true },
  NOW,
);
assert.ok(read.ok);
const there = read.value;
const alice = { subject: "alice", provider_id: "there" };

/** A vault over one row in memory, and what happens while the provider is asked. */
function start(during: () => Promise<ProviderTokens>) {
  let row: FoundTokens | undefined;
  const lines: object[] = [];
  const failures: Error[] = [];
  const write = (tokens: KeptTokens, expires_at: number): void => {
    row = { ...alice, tokens, expires_at, sealed: crypto.getRandomValues(new Uint8Array(8)) };
  };
  const unused = () => assert.fail("This is not called.");
  const kept: KeptTokenStore = {
    async keep(_, next, { expires_at }) {
      write(next(row?.tokens), expires_at);
      return true;
    },
    find: async () => row,
    async replace(found, tokens, expires_at) {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
      const isSame = row?.sealed === found.sealed;
      if (isSame) write(tokens, expires_at);
      return isSame;
    },
    async discard(found) {
      const isSame = row?.sealed === found.sealed;
      if (isSame) row = undefined;
      return isSame;
    },
    list: unused,
    remove: unused,
    removeOfUser: unused,
    removeOfProvider: unused,
  };
  const presented: string[] = [];
  const released: string[] = [];
  const clock = { now: NOW };
  const vault = createVault({
    kept,
    client: {
      start: unused,
      finish: unused,
      signOutUrl: unused,
      refresh(_, { refresh_token }) {
        presented.push(refresh_token);
        return during();
      },
    },
    leases: {
      take: async () => true,
      async release(name) {
        released.push(name);
      },
    },
    keptFor: () => 1_000,
    now: () => clock.now,
    pause: async () => {},
    log: { warn: (_, fields = {}) => void lines.push(fields) },
  });
  const signIn = (tokens: ProviderTokens) =>
    vault.keep("alice", there, { tokens, provider_subject: "1" });
  const access = () => vault.accessToken("alice", there);
  const remove = () => {
    row = undefined;
  };
  return { signIn, access, remove, clock, presented, released, failures, lines, kept: () => row };
}

const first = { access_token: "a1", refresh_token: "r1", expires_in: 100 };
const second = { access_token: "a2", refresh_token: "r2", expires_in: 100 };

async function startExpired(during: Parameters<typeof start>[0]) {
  const started = start(during);
  await started.signIn(first);
  started.clock.now += 100;
  return started;
}

describe("a refresh", () => {
  it("keeps the refresh token of a sign-in that brought one meanwhile", async () => {
    const world = await startExpired(async () => {
      await world.signIn({ access_token: "of sign-in", refresh_token: "newest", expires_in: 100 });
      return second;
    });
    const access = await world.access();
    assert.equal(access.kind === "usable" && access.tokens.access_token, "of sign-in");
    assert.equal(world.kept()?.tokens.refresh_token, "newest");
  });

  it("keeps its own refresh token where a sign-in brought none: the one before was just used up", async () => {
    const world = await startExpired(async () => {
      await world.signIn({ access_token: "of sign-in", expires_in: 100 });
      assert.equal(world.kept()?.tokens.refresh_token, "r1");
      return second;
    });
    const access = await world.access();
    assert.equal(access.kind === "usable" && access.tokens.access_token, "a2");
    assert.equal(world.kept()?.tokens.refresh_token, "r2");
  });

  it("survives a database that is away for a moment", async () => {
    const world = await startExpired(async () => second);
    world.failures.push(new StoreUnavailableError("away"), new StoreUnavailableError("away"));
    assert.equal((await world.access()).kind, "usable");
    assert.equal(world.kept()?.tokens.refresh_token, "r2");
    assert.deepEqual(world.presented, ["r1"]);
  });

  it("leaves another one in peace that the user began with a sign-in while this one was refused", async () => {
    const world = await startExpired(async () => {
      await world.signIn(second);
      throw new ProviderError("provider_code_refused");
    });
    const access = await world.access();
    assert.equal(access.kind === "usable" && access.tokens.access_token, "a2");
  });

  const outcomes = [
    ["provider_code_refused", "sign_in_again", true],
    ["provider_user_other", "refused", true],
    ["provider_iss_wrong", "refused", false],
    ["provider_client_refused", "unavailable", false],
    ["provider_unreachable", "unavailable", false],
    ["provider_failed", "unavailable", false],
  ] as const;
  for (const [reason, kind, isDiscarded] of outcomes)
    it(`that fails with ${reason} is ${kind}, and ${isDiscarded ? "discards" : "keeps"} the tokens`, async () => {
      const world = await startExpired(async () => {
        throw new ProviderError(reason, "a code");
      });
      const access = await world.access();
      assert.equal(access.kind, kind);
      assert.equal(access.kind === "refused" ? access.refusal : reason, reason);
      assert.equal(world.kept() === undefined, isDiscarded);
      assert.deepEqual(world.lines, [{ provider: "there", reason, detail: "a code" }]);
      assert.equal(world.released.length, 1);
    });

  it("brings back nothing that the user removed meanwhile", async () => {
    const world = await startExpired(async () => {
      world.remove();
      return second;
    });
    assert.equal((await world.access()).kind, "sign_in_again");
    assert.equal(world.kept(), undefined);
  });
});

describe("a use", () => {
  it("prolongs the time for which tokens are kept, once half of it is over", async () => {
    const world = start(async () => second);
    await world.signIn({ access_token: "for-ever" });
    for (const [after, expires_at] of [
      [499, NOW + 1_000],
      [501, NOW + 1_501],
    ] as const) {
      world.clock.now = NOW + after;
      assert.equal((await world.access()).kind, "usable");
      assert.equal(world.kept()?.expires_at, expires_at);
    }
    assert.deepEqual(world.presented, []);
  });
});
