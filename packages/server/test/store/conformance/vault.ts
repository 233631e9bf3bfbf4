import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ProviderRecord } from "../../../../identity/src/federation/rules/identity-provider.ts";
import type { KeptTokens } from "../../../../identity/src/vault/rules/kept-tokens.ts";
import type { TokenOwner } from "../../../../identity/src/vault/store/port.ts";
import { anAccount, anId, NOW, type Servers } from "./example.ts";

const times = { now: NOW, expires_at: NOW + 60 };

function someTokens(given: Partial<KeptTokens> = {}): KeptTokens {
  return {
    access_token: `access ${anId()}`,
    access_token_expires_at: NOW + 30,
    refresh_token: `refresh ${anId()}`,
    scope: ["calendar"],
    provider_subject: "1",
    issued_by: "there",
    ...given,
  };
}

/** The contract of the tokens of providers that are kept for users. */
export function describeVault(servers: () => Servers): void {
  const addProvider = async () => {
    const id = `p-${Buffer.from(anId()).toString("hex").slice(0, 20)}`;
    const provider: ProviderRecord = {
      id,
      preset: "custom",
      name: "There",
      enabled: true,
      issuer: "https://there.example",
      client_id: "here",
      token_endpoint_auth_method: "client_secret_basic",
      scope: ["openid"],
      authorization_parameters: {},
      response_mode: "query",
      subject_claim: "sub",
      claims: {},
      groups: {},
      create_accounts: "never",
      email_domains: [],
      trust_email_verified: true,
      trust_amr: false,
      sign_out: false,
      keep_tokens: true,
      created_at: NOW,
      updated_at: NOW,
    };
    await servers().store.identity_providers.create(provider);
    return id;
  };
  const link = async (subject: string, provider_id: string): Promise<TokenOwner> => {
    const identity = { provider_id, provider_subject: anId(), subject, label: "alice" };
    await servers().store.linked_identities.link({
      ...identity,
      linked_at: NOW,
      last_used_at: NOW,
    });
    return { subject, provider_id };
  };
  /** A user who is linked with a provider, and what ends either. */
  const addOwner = async () => {
    const alice = anAccount();
    await servers().store.accounts.create(alice);
    const owner = await link(alice.subject, await addProvider());
    return { ...owner, username: alice.username };
  };

  describe("kept tokens", () => {
    it("are sealed, and found on every server until they expire", async () => {
      const { store, peer, database } = servers();
      const owner = await addOwner();
      const tokens = someTokens();
      assert.equal(await store.kept_tokens.keep(owner, () => tokens, times), true);
      const found = await peer.kept_tokens.find(owner, NOW + 59);
      assert.deepEqual(found?.tokens, tokens);
      assert.equal(found?.expires_at, NOW + 60);
      assert.ok(!Buffer.from(found?.sealed ?? []).includes("access"));
      assert.equal(await peer.kept_tokens.find(owner, NOW + 60), undefined);
      assert.deepEqual(await store.kept_tokens.list(owner.subject, NOW + 60), []);
      await database.check();
    });

    it("need a link of the user with the provider", async () => {
      const { kept_tokens } = servers().store;
      const { subject, provider_id } = await addOwner();
      for (const owner of [
        { subject: anId(), provider_id },
        { subject, provider_id: await addProvider() },
      ]) {
        assert.equal(await kept_tokens.keep(owner, () => someTokens(), times), false);
        assert.equal(await kept_tokens.find(owner, NOW), undefined);
      }
    });

    it("are replaced by what a sign-in makes of them, expired ones included", async () => {
      const { kept_tokens } = servers().store;
      const owner = await addOwner();
      const first = someTokens();
      const seen: (KeptTokens | undefined)[] = [];
      const keep = (tokens: KeptTokens, now: number) =>
        kept_tokens.keep(
          owner,
          (present) => {
            seen.push(present);
            return tokens;
          },
          { now, expires_at: now + 60 },
        );
      await keep(first, NOW);
      const second = someTokens({ refresh_token: undefined, access_token_expires_at: undefined });
      await keep(second, NOW + 90);
      assert.deepEqual(seen, [undefined, first]);
      const { refresh_token: _, access_token_expires_at: __, ...stored } = second;
      assert.deepEqual({ ...(await kept_tokens.find(owner, NOW + 149))?.tokens }, stored);
      const listed = { provider_id: owner.provider_id, scope: ["calendar"], kept_at: NOW };
      const [one] = await kept_tokens.list(owner.subject, NOW + 90);
      assert.deepEqual(one, { ...listed, subject: owner.subject, expires_at: NOW + 150 });
    });

    it("are replaced and discarded as they were found, by one of several servers", async () => {
      const { store, peer } = servers();
      const owner = await addOwner();
      await store.kept_tokens.keep(owner, () => someTokens(), times);
      const found = await store.kept_tokens.find(owner, NOW);
      assert.ok(found);
      const outcomes = await Promise.all(
        [store, peer, store].map(({ kept_tokens }) =>
          kept_tokens.replace(found, someTokens(), NOW + 90),
        ),
      );
      assert.equal(outcomes.filter((isReplaced) => isReplaced).length, 1);
      assert.equal(await peer.kept_tokens.discard(found), false);
      const newer = await peer.kept_tokens.find(owner, NOW + 89);
      assert.ok(newer);
      assert.equal(await peer.kept_tokens.discard(newer), true);
      assert.equal(await store.kept_tokens.replace(newer, someTokens(), NOW + 90), false);
      assert.equal(await store.kept_tokens.find(owner, NOW), undefined);
    });

    const ends: Readonly<
      Record<string, (owner: TokenOwner & { readonly username: string }) => Promise<unknown>>
    > = {
      "the link": ({ subject, provider_id }) =>
        servers().store.linked_identities.unlink(subject, provider_id),
      "all links of the user": ({ subject }) =>
        servers().store.linked_identities.removeAll(subject),
      "the account": ({ username }) => servers().store.accounts.delete(username),
      "the provider": ({ provider_id }) => servers().store.identity_providers.delete(provider_id),
      "the decision to keep those of the provider": ({ provider_id }) =>
        servers().store.kept_tokens.removeOfProvider(provider_id),
      "a wish of the user": (owner) => servers().store.kept_tokens.remove(owner),
      "the user's data": ({ subject }) => servers().store.kept_tokens.removeOfUser(subject),
    };
    for (const [what, end] of Object.entries(ends)) {
      it(`go with ${what}, and others stay`, async () => {
        const { kept_tokens } = servers().store;
        const [owner, other] = [await addOwner(), await addOwner()];
        for (const one of [owner, other]) await kept_tokens.keep(one, () => someTokens(), times);
        await end(owner);
        assert.equal(await kept_tokens.find(owner, NOW), undefined);
        assert.deepEqual(await kept_tokens.list(owner.subject, NOW), []);
        assert.ok(await kept_tokens.find(other, NOW));
      });
    }

    it("are swept when they have expired", async () => {
      const { store } = servers();
      const owner = await addOwner();
      await store.kept_tokens.keep(owner, () => someTokens(), times);
      await store.sweep(NOW + 61, 1_000);
      assert.equal(await store.kept_tokens.find(owner, NOW), undefined);
    });
  });
}
