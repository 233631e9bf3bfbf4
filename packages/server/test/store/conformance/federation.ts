import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ProviderRecord } from "../../../../identity/src/federation/rules/identity-provider.ts";
import type {
  Arrival,
  FederatedSession,
  LinkedIdentity,
  StartedAttempt,
} from "../../../../identity/src/federation/store/port.ts";
import { anAccount, anId, NOW, type Servers } from "./example.ts";

const aKey = () => Buffer.from(anId()).toString("base64url");

export function aProvider(): ProviderRecord {
  return {
    id: `p-${aKey().slice(0, 12)}`,
    preset: "custom",
    name: "There",
    enabled: true,
    issuer: "https://there.example",
    client_id: "here",
    client_secret: "a secret of a provider",
    token_endpoint_auth_method: "client_secret_basic",
    scope: ["openid"],
    authorization_parameters: { prompt: "select_account" },
    response_mode: "query",
    subject_claim: "sub",
    claims: { email: "email" },
    groups: { Staff: "staff" },
    create_accounts: "never",
    email_domains: [],
    trust_email_verified: true,
    trust_amr: false,
    sign_out: false,
    keep_tokens: false,
    created_at: NOW,
    updated_at: NOW,
  };
}

function withoutSecret({ client_secret: _secret, ...provider }: ProviderRecord): ProviderRecord {
  return provider;
}

/** The contract of identity providers, of the identities that are linked with accounts, and of what lies between the steps. */
export function describeFederation(servers: () => Servers): void {
  const addProvider = async () => {
    const provider = aProvider();
    await servers().store.identity_providers.create(provider);
    return provider;
  };
  const addAccount = async () => {
    const alice = anAccount();
    await servers().store.accounts.create(alice);
    return alice;
  };
  const anIdentity = (provider: ProviderRecord, subject: string): LinkedIdentity => ({
    provider_id: provider.id,
    provider_subject: anId(),
    subject,
    label: "alice@there.example",
    linked_at: NOW,
    last_used_at: NOW,
  });

  describe("identity providers", () => {
    it("are stored with their secret sealed, each id once", async () => {
      const { store, peer } = servers();
      const [provider, other] = [aProvider(), withoutSecret(aProvider())];
      assert.equal(await store.identity_providers.create(provider), true);
      assert.equal(await store.identity_providers.create(provider), false);
      assert.equal(await store.identity_providers.create(other), true);
      const all = await peer.identity_providers.all();
      assert.deepEqual(
        all.find(({ id }) => id === provider.id),
        provider,
      );
      assert.deepEqual(await store.identity_providers.find(other.id), other);
    });

    it("are replaced and deleted, with the links of accounts", async () => {
      const { store } = servers();
      const provider = await addProvider();
      const changed = {
        ...provider,
        name: "Elsewhere",
        client_secret: "another",
        updated_at: NOW + 1,
      };
      assert.equal(await store.identity_providers.replace(changed), true);
      assert.deepEqual(await store.identity_providers.find(provider.id), changed);
      const { subject } = await addAccount();
      await store.linked_identities.link(anIdentity(provider, subject));
      assert.equal(await store.identity_providers.delete(provider.id), true);
      assert.equal(await store.identity_providers.delete(provider.id), false);
      assert.equal(await store.identity_providers.replace(changed), false);
      assert.deepEqual(await store.linked_identities.list(subject), []);
    });
  });

  describe("linked identities", () => {
    it("belong to one account, which has at most one of each provider", async () => {
      const { store, peer } = servers();
      const [provider, alice, bob] = [await addProvider(), await addAccount(), await addAccount()];
      const { linked_identities: links } = store;
      const identity = anIdentity(provider, alice.subject);
      assert.equal(await links.link(identity), "linked");
      assert.deepEqual(await peer.linked_identities.list(alice.subject), [identity]);
      const theft = { ...identity, subject: bob.subject };
      assert.equal(await links.link(theft), "other_account");
      const second = anIdentity(provider, alice.subject);
      assert.equal(await links.link(second), "other_identity");
      assert.equal(await links.link(anIdentity(provider, anId())), "account_gone");
      const later = { ...identity, label: "alice@new.example", last_used_at: NOW + 60 };
      assert.equal(await links.link({ ...later, linked_at: NOW + 60 }), "used");
      assert.deepEqual(await links.find(provider.id, identity.provider_subject), later);
    });

    it("are linked by one of several requests at the same time", async () => {
      const { store, peer } = servers();
      const provider = await addProvider();
      const all = await Promise.all([addAccount(), addAccount(), addAccount()]);
      const { provider_subject } = anIdentity(provider, "");
      const outcomes = await Promise.all(
        all.map(({ subject }, index) =>
          (index % 2 === 0 ? store : peer).linked_identities.link({
            ...anIdentity(provider, subject),
            provider_subject,
          }),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ["linked", "other_account", "other_account"]);
    });

    it("are created with an account, or not at all", async () => {
      const { store } = servers();
      const { linked_identities: links, accounts } = store;
      const provider = await addProvider();
      const alice = anAccount();
      const identity = anIdentity(provider, alice.subject);
      assert.equal(await links.createAccount(alice, identity), "created");
      assert.equal(await links.hasPassword(alice.subject), false);
      const again = anAccount();
      const same = { ...identity, subject: again.subject };
      assert.equal(await links.createAccount(again, same), "linked");
      assert.equal(await accounts.find(again.username), undefined);
      const named = { ...anAccount(), username: alice.username };
      assert.equal(await links.createAccount(named, anIdentity(provider, named.subject)), "taken");
      assert.deepEqual(await links.list(named.subject), []);
    });

    it("are unlinked, but not the last way to sign in", async () => {
      const { store } = servers();
      const { linked_identities: links, accounts, factors } = store;
      const [provider, other] = [await addProvider(), await addProvider()];
      const alice = anAccount();
      const { subject } = alice;
      await links.createAccount(alice, anIdentity(provider, subject));
      assert.equal(await links.unlink(subject, other.id), "unknown");
      assert.equal(await links.unlink(subject, provider.id), "last");
      await links.link(anIdentity(other, subject));
      assert.equal(await links.unlink(subject, provider.id), "unlinked");
      assert.equal(await links.unlink(subject, other.id), "last");
      const passkey = {
        factor_id: anId(),
        subject,
        kind: "passkey" as const,
        name: "",
        public_key: { key: "AA", transports: [], is_synced: true },
        counter: 0,
        created_at: NOW,
        last_used_at: undefined,
      };
      await factors.add(passkey);
      assert.equal(await links.unlink(subject, other.id), "unlinked");
      await links.link(anIdentity(provider, subject));
      await factors.remove(subject, passkey.factor_id);
      assert.equal(await links.unlink(subject, provider.id), "last");
      await accounts.change(alice.username, (one) => ({ ...one, password_hash: "argon2id:new" }));
      assert.equal(await links.hasPassword(subject), true);
      assert.equal(await links.unlink(subject, provider.id), "unlinked");
      assert.equal(await links.hasPassword(anId()), false);
    });

    it("stay linked with one provider when both are removed at the same time", async () => {
      const { store, peer } = servers();
      const [provider, other] = [await addProvider(), await addProvider()];
      const alice = anAccount();
      await store.linked_identities.createAccount(alice, anIdentity(provider, alice.subject));
      await store.linked_identities.link(anIdentity(other, alice.subject));
      const outcomes = await Promise.all([
        store.linked_identities.unlink(alice.subject, provider.id),
        peer.linked_identities.unlink(alice.subject, other.id),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["last", "unlinked"]);
    });

    it("go with their account, and all at once", async () => {
      const { store } = servers();
      const [provider, other, alice] = [
        await addProvider(),
        await addProvider(),
        await addAccount(),
      ];
      const { linked_identities: links } = store;
      await links.link(anIdentity(provider, alice.subject));
      await links.link(anIdentity(other, alice.subject));
      assert.equal(await links.removeAll(alice.subject), 2);
      await links.link(anIdentity(provider, alice.subject));
      await store.accounts.delete(alice.username);
      assert.deepEqual(await links.list(alice.subject), []);
    });
  });

  describe("attempts to sign in with a provider", () => {
    const anAttempt = (): StartedAttempt => {
      const attempt_id = aKey();
      return {
        attempt_id,
        state: `${attempt_id}.${anId()}`,
        provider_id: "there",
        binding: "a browser",
        nonce: "n",
        code_verifier: "v",
        purpose: { kind: "login", challenge: "c" },
        expires_at: NOW + 60,
      };
    };

    it("are taken once, with their state", async () => {
      const { federation_attempts: attempts } = servers().store;
      const attempt = anAttempt();
      await attempts.start(attempt);
      assert.equal(await attempts.take(attempt.attempt_id, "another", NOW), undefined);
      const taken = await Promise.all(
        [servers().store, servers().peer].map((store) =>
          store.federation_attempts.take(attempt.attempt_id, attempt.state, NOW),
        ),
      );
      assert.deepEqual(
        taken.filter((one) => one !== undefined),
        [attempt],
      );
    });

    it("expire, and are replaced by the next one", async () => {
      const { federation_attempts: attempts } = servers().store;
      const attempt = anAttempt();
      await attempts.start(attempt);
      const next = { ...attempt, state: `${attempt.attempt_id}.next` };
      await attempts.start(next);
      assert.equal(await attempts.take(attempt.attempt_id, attempt.state, NOW), undefined);
      assert.equal(await attempts.take(attempt.attempt_id, next.state, NOW + 60), undefined);
      assert.deepEqual(await attempts.take(attempt.attempt_id, next.state, NOW + 59), next);
    });

    it("become arrivals, which are taken once", async () => {
      const { federation_attempts: attempts } = servers().store;
      const arrival: Arrival = {
        arrival_id: aKey(),
        provider_id: "there",
        identity: {
          provider_subject: "1",
          claims: { email: "alice@there.example" },
          groups: ["staff"],
          amr: [],
          label: "alice",
        },
        id_token: undefined,
        tokens: { access_token: "an access token", expires_in: 60, scope: ["openid"] },
        expires_at: NOW + 60,
      };
      await attempts.arrive(arrival);
      assert.equal(await attempts.takeArrival(arrival.arrival_id, NOW + 60), undefined);
      const { id_token: _, ...stored } = arrival;
      assert.deepEqual(await attempts.takeArrival(arrival.arrival_id, NOW), stored);
      assert.equal(await attempts.takeArrival(arrival.arrival_id, NOW), undefined);
    });
  });

  describe("sessions that began with a provider", () => {
    it("are found until they expire", async () => {
      const { store, peer } = servers();
      const session: FederatedSession = {
        sid: anId(),
        subject: anId(),
        provider_id: "there",
        id_token: "e30.e30.c2ln",
        expires_at: NOW + 60,
      };
      await store.federated_sessions.add(session);
      assert.deepEqual(await peer.federated_sessions.find(session.sid, NOW), session);
      assert.equal(await store.federated_sessions.find(session.sid, NOW + 60), undefined);
      const without = { ...session, id_token: undefined };
      await store.federated_sessions.add(without);
      assert.deepEqual(await store.federated_sessions.find(session.sid, NOW), without);
    });
  });
}
