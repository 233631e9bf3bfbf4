import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type {
  PendingRegistration,
  StoredInvitation,
} from "../../../../identity/src/registration/store/port.ts";
import type { Account, PasskeyFactor } from "../../../../identity/src/store/port.ts";
import { NOW, type Servers } from "./example.ts";

const anEmail = () => `${randomUUID()}@wonderland.example`;
const aRegistration = (expires_at = NOW + 600): PendingRegistration => ({
  registration_id: randomBytes(16).toString("base64url"),
  expires_at,
});
const anInvitation = (changes: Partial<StoredInvitation> = {}): StoredInvitation => ({
  invitation_id: randomUUID(),
  email: anEmail(),
  name: "Alice Liddell",
  groups: ["staff"],
  attributes: { employee_number: 4711 },
  mailed: true,
  created_at: NOW,
  expires_at: NOW + 600,
  ...changes,
});
const anAccount = (email = anEmail()): Account => ({
  username: email,
  subject: randomUUID(),
  password_hash: "hash",
  state: "active",
  profile: { email },
  verified_email: email,
  groups: [],
  attributes: {},
  created_at: NOW,
});
const aPasskey = ({ subject }: Account): PasskeyFactor => ({
  factor_id: randomUUID(),
  subject,
  kind: "passkey",
  name: "laptop",
  public_key: { key: "key", transports: ["internal"], is_synced: true },
  counter: 0,
  created_at: NOW,
  last_used_at: undefined,
});

/** The contract of registrations and invitations. */
export function describeUserRegistration(servers: () => Servers): void {
  describe("registrations of users", () => {
    it("are pending until they expire", async () => {
      const { registrations } = servers().store;
      const begun = aRegistration();
      assert.equal(await registrations.begin(begun, NOW), true);
      const { registration_id } = begun;
      assert.equal(await registrations.isPending(registration_id, NOW + 599), true);
      assert.equal(await registrations.isPending(registration_id, NOW + 600), false);
      assert.equal(await registrations.isPending(aRegistration().registration_id, NOW), false);
    });

    it("are bounded, also where two servers begin one at once; what has expired does not count", async () => {
      const { store, peer } = servers();
      const later = NOW + 1_000_000;
      const begin = (server: typeof store) =>
        server.registrations.begin(aRegistration(later + 600), later, 3);
      const outcomes = await Promise.all(
        [store, peer, store, peer, store, peer].map((server) => begin(server)),
      );
      assert.equal(outcomes.filter(Boolean).length, 3);
      assert.equal(await begin(store), false);
      assert.equal(
        await store.registrations.begin(aRegistration(later + 1_200), later + 600, 3),
        true,
      );
    });

    it("become one account each, with its passkey, whichever server is first", async () => {
      const { store, peer } = servers();
      const begun = aRegistration();
      await store.registrations.begin(begun, NOW);
      const { registration_id } = begun;
      const attempts = [store, peer].map((server) => ({ server, account: anAccount() }));
      const outcomes = await Promise.all(
        attempts.map(({ server, account }) =>
          server.registrations.complete(account, { registration_id }, aPasskey(account), NOW),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ["created", "gone"]);
      for (const [index, { account }] of attempts.entries()) {
        const isCreated = outcomes[index] === "created";
        const { username, subject, verified_email } = account;
        assert.equal((await store.accounts.find(username)) !== undefined, isCreated);
        assert.equal((await store.factors.list(subject)).length, isCreated ? 1 : 0);
        const found = await store.accounts.findByName(verified_email ?? "");
        assert.equal(found?.username, isCreated ? username : undefined);
        const page = { limit: 10, offset: 0 };
        const searched = await store.accounts.search(username, page);
        assert.equal(searched.total, isCreated ? 1 : 0);
      }
    });

    it("are not used up where the account cannot be created", async () => {
      const { store } = servers();
      const { registrations, accounts } = store;
      const [begun, present] = [aRegistration(), anAccount()];
      await registrations.begin(begun, NOW);
      await accounts.create(present);
      const passkey = aPasskey(present);
      await store.factors.add(passkey);
      const { registration_id } = begun;
      const complete = (account: Account, factor?: PasskeyFactor, now = NOW) =>
        registrations.complete(account, { registration_id }, factor, now);
      assert.equal(await complete({ ...anAccount(), username: present.username }), "taken");
      const email = { verified_email: present.verified_email };
      assert.equal(await complete({ ...anAccount(), ...email }), "email_taken");
      const fresh = anAccount();
      const taken = { ...passkey, subject: fresh.subject };
      assert.equal(await complete(fresh, taken), "passkey_taken");
      assert.equal(await accounts.find(fresh.username), undefined);
      assert.equal(await complete(fresh, undefined, NOW + 600), "gone");
      assert.equal(await complete(fresh), "created");
    });
  });

  describe("invitations", () => {
    it("are found with all their fields until they expire", async () => {
      const { invitations } = servers().store;
      const all = [
        anInvitation(),
        anInvitation({ name: undefined, groups: [], attributes: {}, mailed: false }),
      ];
      for (const one of all) await invitations.create(one);
      for (const one of all) {
        assert.deepEqual(await invitations.find(one.invitation_id, NOW + 599), one);
        assert.equal(await invitations.find(one.invitation_id, NOW + 600), undefined);
      }
    });

    it("are listed newest first, without those that have expired", async () => {
      const { invitations } = servers().store;
      const start = NOW + 2_000_000;
      const at = (created_at: number, expires_at: number) =>
        anInvitation({ created_at, expires_at });
      const [old, expired, recent] = [
        at(start, start + 600),
        at(start + 1, start + 10),
        at(start + 2, start + 600),
      ];
      for (const one of [old, expired, recent]) await invitations.create(one);
      const list = (limit: number, offset: number) =>
        invitations.list({ limit, offset }, start + 10);
      assert.deepEqual(await list(10, 0), { items: [recent, old], total: 2 });
      assert.deepEqual(await list(1, 1), { items: [old], total: 2 });
    });

    it("replace an earlier one of the same address", async () => {
      const { store, peer } = servers();
      const email = anEmail();
      const [one, two] = [anInvitation({ email }), anInvitation({ email, name: undefined })];
      await store.invitations.create(one);
      await peer.invitations.create(two);
      assert.equal(await store.invitations.find(one.invitation_id, NOW), undefined);
      assert.deepEqual(await store.invitations.find(two.invitation_id, NOW), two);
    });

    it("are accepted once, or withdrawn", async () => {
      const { store, peer } = servers();
      const [accepted, withdrawn] = [anInvitation(), anInvitation()];
      await store.invitations.create(accepted);
      await store.invitations.create(withdrawn);
      const complete = (server: typeof store, { invitation_id }: StoredInvitation) =>
        server.registrations.complete(anAccount(), { invitation_id }, undefined, NOW);
      const outcomes = await Promise.all([complete(store, accepted), complete(peer, accepted)]);
      assert.deepEqual(outcomes.toSorted(), ["created", "gone"]);
      assert.equal(await peer.invitations.delete(withdrawn.invitation_id), true);
      assert.equal(await store.invitations.delete(withdrawn.invitation_id), false);
      assert.equal(await complete(store, withdrawn), "gone");
    });
  });
}
